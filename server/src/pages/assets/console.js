// What only scripts can do: the buttons for copying appear, and deleting asks first. All else works without.
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    try { await navigator.clipboard.writeText(field.value); button.textContent = 'Copied'; }
    catch { field.type = 'text'; field.select(); button.textContent = 'Press Ctrl+C'; }
  });
}
for (const form of document.querySelectorAll('form[data-ask]'))
  form.addEventListener('submit', event => { if (!confirm(form.dataset.ask)) event.preventDefault(); });
