"""The fast twin: the plain loops bit for bit, at the speed of a production runtime."""
