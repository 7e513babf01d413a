"use strict";
const all = (what, where = document) => [...where.querySelectorAll(what)];
const findings = all(".finding");
const showing = document.querySelector(".showing");
let at = -1;

function wish() {
  try {
    return decodeURIComponent(location.hash.slice(1)).split("=");
  } catch {
    return [];
  }
}

function filter() {
  const [kind, value] = wish();
  const wanted = (one) => value === undefined || one.dataset[kind] === value;
  const shown = findings.filter(wanted).length;
  findings.forEach((one) => { one.hidden = !wanted(one); });
  all(".tier").forEach((tier) => { tier.hidden = !all(".finding:not([hidden])", tier).length; });
  if (showing) {
    showing.hidden = value === undefined;
    showing.textContent = `Showing ${shown} of ${findings.length}.`;
  }
  all(".filter a").forEach((link) => {
    if (link.hash === location.hash) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
}

function reveal() {
  const target = document.getElementById(wish().join("="));
  let folded = target?.closest("details:not([open])");
  if (!folded) return;
  for (; folded; folded = folded.parentElement.closest("details:not([open])")) folded.open = true;
  target.scrollIntoView();
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
  const parts = at < 0 ? all(".rest") : all("details", findings[at]);
  const open = parts.some((part) => !part.open);
  parts.forEach((part) => { part.open = open; });
}

function help() {
  const keys = document.getElementById("keys");
  keys.open = !keys.open;
  if (keys.open) keys.scrollIntoView();
}

async function copy(text, from) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    getSelection().selectAllChildren(from);
    return document.execCommand("copy");
  }
  return true;
}

function offer(from) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    button.textContent = (await copy(from.textContent, from)) ? "Copied" : "Selected";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  from.after(button);
}

const keys = {
  j: () => go(1), k: () => go(-1), o: fold, "?": help,
  f: () => document.querySelector(".filter a")?.focus(),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
});
addEventListener("focusin", (event) => {
  const one = event.target.closest(".finding");
  if (one) at = findings.indexOf(one);
});

let folded = [];
addEventListener("beforeprint", () => {
  folded = all("details:not([open])");
  folded.forEach((part) => { part.open = true; });
});
addEventListener("afterprint", () => folded.forEach((part) => { part.open = false; }));
addEventListener("hashchange", () => { filter(); reveal(); });
document.getElementById("keys").hidden = false;
all("[data-copy]").forEach(offer);
filter();
reveal();
