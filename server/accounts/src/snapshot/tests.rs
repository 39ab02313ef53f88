//! A snapshot that was changed piece by piece against one that was read at once.

use super::*;
use crate::key::KeyChange;
use crate::plan::{Credits, Plan};
use crate::store::sqlite::SqliteStore;
use crate::store::{Actor, Changed};
use proptest::prelude::*;

/// A change of the store; numbers choose among the accounts and keys that there are.
#[derive(Debug, Clone)]
enum Step {
    NewAccount(Plan),
    NewKey(usize),
    Name(usize),
    Plan(usize, Plan),
    Password(usize),
    Suspended(usize, bool),
    DeleteAccount(usize),
    Enabled(usize, bool),
    Rules(usize),
    Rotate(usize),
    Grant(usize),
    Revoke(usize),
    DeleteKey(usize),
    Allowance(Plan, i64),
    TokenSecret,
}

fn plan() -> impl Strategy<Value = Plan> {
    prop::sample::select(&Plan::ALL)
}

fn step() -> impl Strategy<Value = Step> {
    let one = 0..1000usize;
    prop_oneof![
        3 => plan().prop_map(Step::NewAccount),
        6 => one.clone().prop_map(Step::NewKey),
        1 => one.clone().prop_map(Step::Name),
        2 => (one.clone(), plan()).prop_map(|(account, plan)| Step::Plan(account, plan)),
        1 => one.clone().prop_map(Step::Password),
        2 => (one.clone(), any::<bool>()).prop_map(|(account, is)| Step::Suspended(account, is)),
        1 => one.clone().prop_map(Step::DeleteAccount),
        2 => (one.clone(), any::<bool>()).prop_map(|(key, is)| Step::Enabled(key, is)),
        2 => one.clone().prop_map(Step::Rules),
        2 => one.clone().prop_map(Step::Rotate),
        2 => one.clone().prop_map(Step::Grant),
        1 => one.clone().prop_map(Step::Revoke),
        2 => one.prop_map(Step::DeleteKey),
        1 => (plan(), 0..3i64).prop_map(|(plan, credits)| Step::Allowance(plan, credits)),
        1 => Just(Step::TokenSecret),
    ]
}

/// Makes a change. What the store refuses, such as a key of an account when there is none, changes nothing.
fn apply(store: &mut dyn Store, step: &Step, at: usize) -> Stored<()> {
    let by = Actor::operator("test", 1_700_000_000_000 + at as i64);
    let accounts: Vec<String> = store.accounts()?.into_iter().map(|a| a.id).collect();
    let keys: Vec<String> = store.keys(None)?.into_iter().map(|k| k.id).collect();
    let account = |n: &usize| accounts.get(n % accounts.len().max(1)).map_or("", String::as_str);
    let key = |n: &usize| keys.get(n % keys.len().max(1)).map_or("", String::as_str);
    match step {
        Step::NewAccount(plan) => {
            let email = format!("{at}@example.org");
            store.create_account("Ada", &email, *plan, None, &by).map(drop)
        }
        Step::NewKey(n) => store.create_key(account(n), &format!("key{at}"), "", &by).map(drop),
        Step::Name(n) => store.set_name(account(n), &format!("Name {at}"), &by),
        Step::Plan(n, plan) => store.set_plan(account(n), *plan, &by),
        Step::Password(n) => store.set_password(account(n), &format!("hash {at}"), &by),
        Step::Suspended(n, is) => store.set_suspended(account(n), *is, &by),
        Step::DeleteAccount(n) => store.delete_account(account(n), &by),
        Step::Enabled(n, is) => store.set_enabled(key(n), *is, &by),
        Step::Rules(n) => {
            let (origins, ips) = (Some("*.example.org".into()), Some("192.0.2.0/24".into()));
            store.update_key(key(n), &KeyChange { origins, ips, ..KeyChange::default() }, &by)
        }
        Step::Rotate(n) => store.rotate_key(key(n), 1000, &by).map(drop),
        Step::Grant(n) => store.grant(key(n), "research", &by),
        Step::Revoke(n) => store.revoke(key(n), "research", &by),
        Step::DeleteKey(n) => store.delete_key(key(n), &by),
        Step::Allowance(plan, credits) => store.set_allowance(*plan, Credits(credits * 1000), &by),
        Step::TokenSecret => store.rotate_secret(&by).map(drop),
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

/// Changes a store, and compares the snapshot that follows piece by piece with one that is read at once.
fn compare(store: &mut dyn Store, steps: &[(Step, bool)]) {
    let mut followed = Snapshot::first(store, None, 0).expect("a snapshot");
    for (at, (step, is_looked_at)) in steps.iter().enumerate() {
        // Refused where there is no such account or key.
        drop(apply(store, step, at));
        if *is_looked_at && let Some(snapshot) = refreshed(&followed, store) {
            followed = snapshot;
        }
    }
    followed = refreshed(&followed, store).unwrap_or(followed);
    assert!(refreshed(&followed, store).is_none(), "nothing has changed since");
    let read = followed.renewed(store, 0).expect("a snapshot");
    assert_eq!(described(&followed), described(&read));
    let shared =
        read.keys.values().filter(|key| followed.keys.get(&key.id).is_some_and(|k| Arc::ptr_eq(k, key)));
    assert_eq!(shared.count(), read.keys.len(), "what has not changed is shared");
    let anew = Snapshot::first(store, None, 0).expect("a snapshot");
    assert_eq!(described(&followed), described(&anew));
}

fn steps(most: usize) -> impl Strategy<Value = Vec<(Step, bool)>> {
    let first = (0..4usize).prop_map(|_| (Step::NewAccount(Plan::Pro), false));
    let all = prop::collection::vec((step(), any::<bool>()), 0..most);
    (prop::collection::vec(first, 1..4), all).prop_map(|(first, all)| [first, all].concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_snapshot_that_follows_changes_says_what_one_read_at_once_says(steps in steps(60)) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = SqliteStore::open(&folder.path().join("accounts.sqlite")).expect("a database");
        compare(&mut store, &steps);
    }
}

#[test]
fn a_change_of_an_account_leaves_all_others_where_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = SqliteStore::open(&folder.path().join("accounts.sqlite")).expect("a database");
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
