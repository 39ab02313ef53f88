//! A snapshot that was changed piece by piece against one that was read at once.

use super::*;
use crate::key::KeyChange;
use crate::plan::{Credits, Plan};
use crate::store::sqlite::SqliteStore;
use crate::store::{Actor, Changed};
use proptest::prelude::*;

/// A change of the store: its name, a number that chooses among the accounts or keys, a plan, a switch, and
/// whether the snapshot follows at once.
type Step = (&'static str, usize, Plan, bool, bool);

/// Names of changes; those that stand more than once are more frequent.
const CHANGES: [&str; 25] = [
    "account", "account", "account", "key", "key", "key", "key", "key", "key", "name", "plan", "plan",
    "password", "suspend", "suspend", "drop", "enable", "enable", "rules", "rotate", "grant", "revoke",
    "remove", "credits", "signer",
];

fn step() -> impl Strategy<Value = Step> {
    let (change, plan) = (prop::sample::select(&CHANGES), prop::sample::select(&Plan::ALL));
    (change, 0..1000usize, plan, any::<bool>(), any::<bool>())
}

/// Makes a change. What the store refuses, such as a key of an account when there is none, changes nothing.
fn apply(store: &mut dyn Store, &(change, n, plan, is, _): &Step, at: usize) -> Stored<()> {
    let by = Actor::operator("test", 1_700_000_000_000 + at as i64);
    let accounts: Vec<String> = store.accounts()?.into_iter().map(|a| a.id).collect();
    let keys: Vec<String> = store.keys(None)?.into_iter().map(|k| k.id).collect();
    let account = accounts.get(n % accounts.len().max(1)).map_or("", String::as_str);
    let key = keys.get(n % keys.len().max(1)).map_or("", String::as_str);
    match change {
        "account" => {
            let email = format!("{at}@example.org");
            store.create_account("Ada", &email, plan, None, &by).map(drop)
        }
        "key" => store.create_key(account, &format!("key{at}"), "", &by).map(drop),
        "name" => store.set_name(account, &format!("Name {at}"), &by),
        "plan" => store.set_plan(account, plan, &by),
        "password" => store.set_password(account, &format!("hash {at}"), &by),
        "suspend" => store.set_suspended(account, is, &by),
        "drop" => store.delete_account(account, &by),
        "enable" => store.set_enabled(key, is, &by),
        "rules" => {
            let (origins, ips) = (Some("*.example.org".into()), Some("192.0.2.0/24".into()));
            store.update_key(key, &KeyChange { origins, ips, ..KeyChange::default() }, &by)
        }
        "rotate" => store.rotate_key(key, 1000, &by).map(drop),
        "grant" => store.grant(key, "research", &by),
        "revoke" => store.revoke(key, "research", &by),
        "remove" => store.delete_key(key, &by),
        "credits" => store.set_allowance(plan, Credits(n as i64 % 3 * 1000), &by),
        _ => store.rotate_secret(&by).map(drop),
    }
}

/// The snapshot after what has changed in the store.
fn refreshed(before: &Snapshot, store: &dyn Store) -> Option<Snapshot> {
    let snapshot = match store.changed_since(before.revision).expect("what has changed") {
        Changed::Nothing => return None,
        Changed::Accounts { revision, ids } => before.with_changed(store, revision, &ids, 0),
        Changed::Everything => before.renewed(store, 0),
    };
    Some(snapshot.expect("a snapshot"))
}

/// All that a snapshot says, sorted.
fn described(snapshot: &Snapshot) -> Vec<String> {
    let mut lines = vec![format!("{} {:?}", snapshot.revision, snapshot.allowances)];
    for account in snapshot.accounts.values() {
        let mut deleted = snapshot.accounts.0.get(&account.id).expect("an account").deleted.clone();
        deleted.sort();
        lines.push(format!("{account:?} {deleted:?} {:?}", snapshot.keys_of(&account.id)));
        for (id, nickname) in deleted {
            assert_eq!(snapshot.nickname(&account.id, id), nickname);
        }
    }
    for key in snapshot.keys.values() {
        let account = snapshot.accounts.get(&key.account.id).expect("the account of a key");
        assert!(Arc::ptr_eq(account, &key.account), "a key has its account as it is now");
        assert!(snapshot.keys_of(&account.id).iter().any(|held| Arc::ptr_eq(held, key)));
        lines.push(format!("{key:?}"));
    }
    lines.sort();
    lines
}

fn empty_store() -> (SqliteStore, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (SqliteStore::open(&folder.path().join("accounts.sqlite")).expect("a database"), folder)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_snapshot_that_follows_changes_says_what_one_read_at_once_says(
        steps in prop::collection::vec(step(), 0..60),
    ) {
        let (mut store, _folder) = empty_store();
        for n in 0..3 {
            apply(&mut store, &("account", n, Plan::Pro, false, false), 1000 + n).expect("an account");
        }
        let mut followed = Snapshot::first(&store, None, 0).expect("a snapshot");
        for (at, step) in steps.iter().enumerate() {
            // Refused where there is no such account or key.
            drop(apply(&mut store, step, at));
            let is_followed = step.4;
            if is_followed && let Some(snapshot) = refreshed(&followed, &store) {
                followed = snapshot;
            }
        }
        followed = refreshed(&followed, &store).unwrap_or(followed);
        prop_assert!(refreshed(&followed, &store).is_none(), "nothing has changed since");
        let read = followed.renewed(&store, 0).expect("a snapshot");
        prop_assert_eq!(described(&followed), described(&read));
        let is_shared = |key: &&Arc<Key>| followed.keys.get(&key.id).is_some_and(|k| Arc::ptr_eq(k, key));
        prop_assert_eq!(read.keys.values().filter(is_shared).count(), read.keys.len());
        let anew = Snapshot::first(&store, None, 0).expect("a snapshot");
        prop_assert_eq!(described(&followed), described(&anew));
    }
}

#[test]
fn a_change_of_an_account_leaves_all_others_where_they_are() {
    let (mut store, _folder) = empty_store();
    let by = Actor::operator("test", 0);
    let [one, other] = ["a@example.org", "b@example.org"].map(|email| {
        let account = store.create_account("Ada", email, Plan::Pro, None, &by).expect("an account");
        store.create_key(&account, "main", "", &by).expect("a key");
        account
    });
    let before = Snapshot::first(&store, None, 0).expect("a snapshot");
    store.set_plan(&one, Plan::Free, &by).expect("a plan");
    let changed = store.changed_since(before.revision).expect("what has changed");
    assert_eq!(changed, Changed::Accounts { revision: before.revision + 1, ids: vec![one.clone()] });
    let after = refreshed(&before, &store).expect("a change");
    let is_shared = |account: &str| {
        let (old, new) = (before.keys_of(account)[0], after.keys_of(account)[0]);
        (Arc::ptr_eq(old, new), Arc::ptr_eq(&old.account, &new.account))
    };
    assert_eq!((is_shared(&one), is_shared(&other)), ((false, false), (true, true)));
    let key = after.keys_of(&one)[0];
    assert_eq!(key.entitlements.level(), Plan::Free);
    assert!(Arc::ptr_eq(&key.account.meter, &before.keys_of(&one)[0].account.meter), "its meter stays");
    assert!(Arc::ptr_eq(&before.signer, &after.signer), "known tokens need not be verified again");
    // A snapshot from before changes that are forgotten is read at once.
    assert_eq!(store.changed_since(-20_000).expect("what has changed"), Changed::Everything);
    assert_eq!(store.changed_since(after.revision + 7).expect("what has changed"), Changed::Everything);
}
