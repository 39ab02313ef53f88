/** The address of the elements. */
declare const pack: URL;
export default pack;
