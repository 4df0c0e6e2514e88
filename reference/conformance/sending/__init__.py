"""Reports ready to send: a page for each class of divergence of a runtime, in the form that its project asks for."""
