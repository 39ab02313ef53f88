// Shows the buttons that copy, which need scripts. Everything else works without.
/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll('button[data-copy]');
for (const button of buttons) {
    const source = document.getElementById(button.dataset.copy);
    button.hidden = false;
    button.addEventListener('click', async () => {
        try {
            await navigator.clipboard.writeText(source.textContent);
            button.textContent = 'Copied';
        } catch {
            // Without permission, or without HTTPS: the text is shown and selected.
            source.closest('details')?.setAttribute('open', '');
            getSelection().selectAllChildren(source);
            button.textContent = 'Press Ctrl+C';
        }
    });
}
