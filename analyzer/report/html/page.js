// Filters, links from a cell of a matrix to its findings, and the choice between light and dark. The page can be read
// without it: what only works with it is hidden until it runs.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const root = document.documentElement;
  for (const element of document.querySelectorAll(".script-only")) element.hidden = false;

  // Light and dark: what the system says, until the reader says otherwise. Storage may be forbidden for files.
  const theme = byId("theme");
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const label = () => { theme.textContent = dark() ? "light" : "dark"; theme.setAttribute("aria-label", `use ${theme.textContent} colours`); };
  try { root.dataset.theme = localStorage.getItem("chartlint-theme") || ""; } catch { /* nothing is kept */ }
  theme.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("chartlint-theme", root.dataset.theme); } catch { /* nothing is kept */ }
    label();
  });
  label();

  const dull = byId("hide-dull");
  if (dull) dull.addEventListener("change", () => byId("objects").classList.toggle("hide-dull", dull.checked));

  const form = byId("filters");
  if (!form) return;
  const findings = [...document.querySelectorAll(".finding")].map((element) => ({
    element,
    rule: element.dataset.rule,
    severity: element.dataset.severity,
    chart: element.dataset.chart,
    variants: element.dataset.variants.split(" "),
    objects: element.dataset.objects.split(" "),
    text: null,  // in lower case; read when first searched for
  }));
  const groups = [...document.querySelectorAll("section.file, section.chart")];
  let onlyObject = null;  // {row, title}

  const value = (name) => form.elements[name] ? form.elements[name].value : "";
  const isChecked = (name) => !form.elements[name] || form.elements[name].checked;

  function isShown(finding, words) {
    if (!isChecked(finding.severity)) return false;
    if (value("rule") && finding.rule !== value("rule")) return false;
    if (value("chart") && finding.chart !== value("chart")) return false;
    if (value("variant") && !finding.variants.includes(value("variant"))) return false;
    if (onlyObject && !finding.objects.includes(onlyObject.row)) return false;
    if (words.length === 0) return true;
    if (finding.text === null) finding.text = finding.element.textContent.toLowerCase();
    return words.every((word) => finding.text.includes(word));
  }

  function apply() {
    const words = value("text").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const finding of findings) {
      const visible = isShown(finding, words);
      finding.element.hidden = !visible;
      shown += visible ? 1 : 0;
    }
    for (const group of groups) group.hidden = !group.querySelector(".finding:not([hidden])");
    byId("none").hidden = shown > 0;
    byId("shown").textContent = `${shown} of ${findings.length} findings shown`;
    byId("only-object").hidden = !onlyObject;
    if (onlyObject) byId("only-object").querySelector("code").textContent = onlyObject.title;
  }

  // `set` makes its choices on a form that shows everything.
  function filterAnew(set) {
    form.reset();
    onlyObject = null;
    set();
    apply();
  }

  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.querySelector("button[type=reset]").addEventListener("click", (event) => {
    event.preventDefault();
    filterAnew(() => {});
  });

  // The findings of one object in one variant.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-object]");
    if (!link) return;
    event.preventDefault();
    filterAnew(() => {
      onlyObject = { row: link.dataset.object, title: link.closest("tr").querySelector("th").dataset.title };
      if (form.elements.variant) form.elements.variant.value = link.dataset.variant;
    });
    byId("findings").scrollIntoView();
    const first = findings.find((finding) => !finding.element.hidden);
    if (first) first.element.querySelector("a").focus({ preventScroll: true });
  });

  // A link to a finding, or to those of a chart, must not lead to what is filtered away.
  function reveal() {
    const target = byId(location.hash.slice(1));
    if (!target || !target.closest("#findings [hidden]")) return;
    const all = target.matches(".finding") ? [target] : [...target.querySelectorAll(".finding")];
    const accepted = all.every((finding) => finding.dataset.severity === "accepted");
    filterAnew(() => {
      if (form.elements.accepted && accepted) form.elements.accepted.checked = true;
    });
    target.scrollIntoView();
  }
  addEventListener("hashchange", reveal);

  apply();
  reveal();
})();
