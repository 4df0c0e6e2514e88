// Pages opened from a disk may start no Worker, and the search asks for one: here a hidden frame runs its script.
"use strict";

if (location.protocol === "file:") {
  const loaded = (within, url) => new Promise((resolve, reject) => {
    const script = within.document.createElement("script");
    Object.assign(script, { src: new URL(url, location.href).href, onload: resolve, onerror: reject });
    within.document.body.append(script);
  });

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.within = frame.contentWindow;
      this.within.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.within.importScripts = (...urls) => Promise.all(urls.map((one) => loaded(this.within, one)));
      this.ready = loaded(this.within, url);
    }

    postMessage(data) {
      this.ready.then(() => this.within.dispatchEvent(new this.within.MessageEvent("message", { data })));
    }
  };
}
