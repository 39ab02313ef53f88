/** An instant as text. What is not a date stays visible in the message of the error. */
const instant = (date) => (date instanceof Date && date.toJSON()) || String(date);

/** An eclipse by its date. Eclipses in results name theirs. */
const dateOf = (eclipse) => instant(eclipse?.date ?? eclipse);

/** The functions of the package, over the function that answers a call with JSON. */
export function functions(answer) {
  const call = (name, request) => JSON.parse(answer({ function: name, ...request }));

  const path = (eclipse, { paths, tolerance, ...basis } = {}) =>
    call("path", { eclipse: dateOf(eclipse), options: { paths, tolerance }, basis });

  return {
    eclipses: () => call("eclipses"),
    // The member `eclipse` of a map without curves.
    eclipse: (date, options) => path(date, { ...options, paths: [] }).eclipse,
    localCircumstances: (eclipse, place, options) =>
      call("localCircumstances", { eclipse: dateOf(eclipse), place, options }),
    search: (place, from, to, options) =>
      call("search", { place, from: instant(from), to: instant(to), options }),
    path,
    riseSet: (place, from, to, bodies) =>
      call("riseSet", { place, from: instant(from), to: instant(to), bodies }),
    position: (at, bodies, place) => call("position", { at: instant(at), bodies, place }),
  };
}
