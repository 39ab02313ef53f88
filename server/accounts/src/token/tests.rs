//! Tokens of our own and of others: which are accepted, and for how long.

use super::*;
use jsonwebtoken::jwk::Jwk;
use serde_json::{Value, json};

const NOW_MS: i64 = 1_795_262_400_999;
const SECRET: &[u8] = b"a secret of thirty-two characters";

fn signer() -> Signer {
    Signer::new(vec![
        ("new".into(), SECRET.to_vec()),
        ("old".into(), b"the secret before this one........".to_vec()),
    ])
}

fn holder(key: KeyId) -> Holder<'static> {
    Holder {
        account: "acc1",
        key,
        secret_ms: 7,
        entitlements: &[],
        origins: "*.example.org".into(),
        ips: String::new(),
    }
}

fn key() -> KeyId {
    KeyId::parse("AAAAbbbb1111").expect("a name")
}

/// A token with other claims or another header, rightly signed with `secret`.
fn forged(change: impl FnOnce(&mut Header, &mut Value), secret: &[u8]) -> String {
    let iat = NOW_MS / 1000;
    let mut claims = json!({
        "iss": ISSUER, "aud": ISSUER, "sub": "acc1", "key": "AAAAbbbb1111", "secret": 7,
        "entitlements": ["pro"], "origins": "", "ips": "", "iat": iat, "exp": iat + VALID_S,
    });
    let mut header = Header { kid: Some("new".into()), ..Header::new(Algorithm::HS256) };
    change(&mut header, &mut claims);
    encode(&header, &claims, &EncodingKey::from_secret(secret)).expect("a token")
}

fn verified(token: &str, now_ms: i64) -> Result<(), Refusal> {
    signer().verify(token, now_ms).map(drop)
}

#[test]
fn our_own_tokens_are_valid_for_fifteen_minutes() {
    let signer = signer();
    let entitlements = ["pro".to_owned()];
    let holder = Holder { entitlements: &entitlements, ..holder(key()) };
    let token = signer.issue(&holder, NOW_MS).expect("a token");
    let claims = jsonwebtoken::dangerous::insecure_decode::<Value>(&token).expect("a token").claims;
    let written = json!([claims["key"], claims["origins"], claims["entitlements"]]);
    assert_eq!(written, json!(["AAAAbbbb1111", "*.example.org", ["pro"]]));
    let exp_ms = (NOW_MS / 1000 + VALID_S) * 1000;
    for _ in 0..2 {
        // The second time from memory.
        assert_eq!(signer.verify(&token, NOW_MS).map(|v| v.key), Ok(key()));
        assert!(signer.verify(&token, exp_ms - 1).is_ok());
        assert_eq!(signer.verify(&token, exp_ms), Err(Refusal::TokenExpired));
        assert_eq!(signer.verify(&token, exp_ms + 999), Err(Refusal::TokenExpired));
    }
    assert_eq!(verified(&token, NOW_MS - 30_000), Ok(()), "by a server whose clock is ahead");
    assert_eq!(verified(&token, NOW_MS - 31_000), Err(Refusal::TokenInvalid), "issued in the future");
    let old = forged(|h, _| h.kid = Some("old".into()), b"the secret before this one........");
    assert_eq!(verified(&old, NOW_MS), Ok(()));
}

#[test]
fn what_is_malformed_forged_or_untimely_is_refused() {
    let good = forged(|_, _| {}, SECRET);
    assert_eq!(verified(&good, NOW_MS), Ok(()));
    let parts: Vec<&str> = good.split('.').collect();
    let (head, body, signature) = (parts[0], parts[1], parts[2]);
    // {"alg":"none","kid":"new"}, {"alg":"NONE",…}, {} without kid, and no JSON at all.
    let heads =
        ["eyJhbGciOiJub25lIiwia2lkIjoibmV3In0", "eyJhbGciOiJOT05FIiwia2lkIjoibmV3In0", "e30", "bm90IGpzb24"];
    let flipped = format!("{}{}", if signature.starts_with('A') { "B" } else { "A" }, &signature[1..]);
    // The last character of 43 carries two bits that count for nothing: a strict decoder refuses those that
    // are not zero, as in the next digit.
    let (long, short) = ("A".repeat(MAX_BYTES), &signature[..42]);
    let bad_bits = format!("{short}{}", char::from(signature.as_bytes()[42] + 1));
    let mut malformed: Vec<String> =
        ["", ".", "..", "...", "é.é.é", "\u{0}", head].map(String::from).to_vec();
    malformed.extend([good.to_uppercase(), good.replace('.', ","), format!(" {good}"), format!("{good} ")]);
    for signature in ["", &flipped, &bad_bits, short, &format!("{signature}="), &format!("{signature}A")] {
        malformed.push(format!("{head}.{body}.{signature}"));
    }
    for (head, body) in [(head, ""), ("", body), (head, &long), (head, &format!("{body}=")), (body, head)] {
        malformed.push(format!("{head}.{body}.{signature}"));
    }
    for head in heads {
        malformed.extend([format!("{head}.{body}."), format!("{head}.{body}.{signature}")]);
    }
    malformed.extend([format!("{head}.{body}"), format!("{good}."), format!("{good}.{signature}")]);
    // Rightly signed with the wrong secret, algorithm, name of the secret, or claims.
    malformed.push(forged(|_, _| {}, b"another secret of the same length"));
    malformed.push(forged(|_, _| {}, b""));
    for algorithm in [Algorithm::HS384, Algorithm::HS512] {
        malformed.push(forged(|h, _| h.alg = algorithm, SECRET));
    }
    malformed.push(forged(|h, _| h.kid = None, SECRET));
    for kid in ["old", "", "newer", "../new", "new\u{0}"] {
        malformed.push(forged(|h, _| h.kid = Some(kid.into()), SECRET));
    }
    // A secret that the token brings along is none.
    let own: Jwk =
        serde_json::from_value(json!({ "kty": "oct", "alg": "HS256", "k": "c2VjcmV0" })).expect("a JWK");
    malformed.push(forged(|h, _| h.jwk = Some(own), b"secret"));
    let (iat, exp) = (NOW_MS / 1000, NOW_MS / 1000 + VALID_S);
    for (claim, values) in [
        ("iss", json!(["other", "", null, ["other"]])),
        ("aud", json!(["other", "", null, ["other"]])),
        ("sub", json!([null, 7])),
        ("key", json!(["short", "", null, "AAAAbbbb111é"])),
        ("iat", json!([iat + 1, iat - 1, "now", null, -1, i64::MIN])),
        ("exp", json!([exp + 1, i64::MAX, "later", null, 1e300, -1])),
    ] {
        for value in values.as_array().expect("a list") {
            malformed.push(forged(|_, c| c[claim] = value.clone(), SECRET));
        }
        malformed.push(forged(|_, c| drop(c.as_object_mut().expect("an object").remove(claim)), SECRET));
    }
    malformed.push(forged(|_, c| c["admin"] = json!(true), SECRET));
    println!("{} tokens", malformed.len());
    for token in malformed {
        assert_eq!(verified(&token, NOW_MS), Err(Refusal::TokenInvalid), "{token}");
    }
    // In force until now, expired a second ago.
    let begun_s = NOW_MS / 1000 - VALID_S;
    let aged = |seconds: i64| {
        forged(
            |_, c| (c["iat"], c["exp"]) = (json!(begun_s - seconds), json!(begun_s - seconds + VALID_S)),
            SECRET,
        )
    };
    assert_eq!(verified(&aged(-1), NOW_MS), Ok(()));
    assert_eq!(verified(&aged(0), NOW_MS), Err(Refusal::TokenExpired));
    assert_eq!(verified(&aged(1), NOW_MS), Err(Refusal::TokenExpired));
}

#[test]
fn memory_for_tokens_is_bounded() {
    let signer = signer();
    for i in 0..3 * MAX_KNOWN * SHARDS / 2 {
        let key = KeyId::parse(&format!("{i:012}")).expect("a name");
        let token = signer.issue(&holder(key), NOW_MS).expect("a token");
        assert!(signer.verify(&token, NOW_MS).is_ok());
    }
    let known = |n: usize| signer.known[n].lock().expect("a shard").0.len();
    assert!((0..SHARDS).all(|n| known(n) <= MAX_KNOWN));
}
