// What only scripts can do: copying. The buttons for it appear; all else works without scripts.
'use strict';
for (const button of document.querySelectorAll('button[data-copy]')) {
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
