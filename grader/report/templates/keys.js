"use strict";
const all = (what, where = document) => [...where.querySelectorAll(what)];
const findings = all(".finding");
const showing = document.querySelector(".showing");
let at = -1;

function filter() {
  const [kind, value] = decodeURIComponent(location.hash.slice(1)).split("=");
  const wanted = (one) => value === undefined || one.dataset[kind] === value;
  const shown = findings.filter(wanted).length;
  findings.forEach((one) => { one.hidden = !wanted(one); });
  all(".tier").forEach((tier) => { tier.hidden = !all(".finding:not([hidden])", tier).length; });
  if (showing) {
    showing.hidden = value === undefined;
    showing.textContent = `Showing ${shown} of ${findings.length}.`;
  }
  all(".filter a").forEach((link) => link.toggleAttribute("aria-current", link.hash === location.hash));
}

function go(by) {
  const shown = findings.filter((one) => !one.hidden);
  if (!shown.length) return;
  const here = shown.indexOf(findings[at]);
  const next = shown[Math.min(Math.max(here + by, 0), shown.length - 1)];
  at = findings.indexOf(next);
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "start" });
}

function fold() {
  const parts = at < 0 ? [] : all("details", findings[at]);
  const open = parts.some((part) => !part.open);
  parts.forEach((part) => { part.open = open; });
}

function help() {
  const keys = document.getElementById("keys");
  keys.open = !keys.open;
  if (keys.open) keys.scrollIntoView();
}

const keys = {
  j: () => go(1), k: () => go(-1), o: fold, "?": help,
  f: () => document.querySelector(".filter a")?.focus(),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
addEventListener("focusin", (event) => {
  const one = event.target.closest(".finding");
  if (one) at = findings.indexOf(one);
});
addEventListener("beforeprint", () => all("details").forEach((part) => { part.open = true; }));
addEventListener("hashchange", filter);
document.getElementById("keys").hidden = false;
filter();
