export default new URL("canon.pack", import.meta.url);
