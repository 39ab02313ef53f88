// Shows the eclipses that the form selects, in all figures and lists.
const form = document.querySelector("form");
function filter() {
  const data = new FormData(form);
  const types = data.getAll("type");
  const [from, to] = ["from", "to"].map((name) => Number(data.get(name)));
  let count = 0;
  for (const element of document.querySelectorAll("[data-type], [data-century]")) {
    const { type, century, counts } = element.dataset;
    const isInYears = from <= Number(century) && Number(century) <= to;
    element.style.display = isInYears && (!type || types.includes(type)) ? "" : "none";
    if (counts && isInYears) {
      counts.split(" ").forEach((n, i) => { count += types.includes("TAHP"[i]) ? Number(n) : 0; });
    }
  }
  form.querySelector("output").value = `${count.toLocaleString("en")} eclipses`;
}
form.hidden = false;
form.addEventListener("input", filter);
filter();
