// Contacts behind the mountains of the Moon, as the server computed them.

/** Replaces C2 and C3 at a place by those with mountains: { contacts, durationSec, kind } from the server;
 * no contacts if the mountains prevent them. */
export function behindMountains(eclipse, { lat, lng, height }, local, limb) {
  if (!limb?.kind) return local;
  if (!limb.contacts) return { ...local, kind: limb.kind, c2: null, c3: null, durationSec: 0 };
  const [c2, c3] = [local.c2, local.c3].map((contact, k) => {
    const ms = Date.parse(limb.contacts[k]), seen = eclipse.at(ms, lat, lng, height);
    // A smooth Moon may have no contact here.
    return { ...(contact || local.max), ...seen, ms, visible: seen.isUp };
  });
  return { ...local, kind: limb.kind, c2, c3, durationSec: limb.durationSec };
}
