//! Hundreds of thousands of accounts and keys, created with SQL.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use tests::postgres::Postgres;
use tests::served::operate;

/// A new database of accounts.
pub struct Accounts {
    program: String,
    database: Database,
    /// The value of `--accounts`.
    pub place: String,
}

enum Database {
    /// The folder that holds it.
    Sqlite {
        _folder: tempfile::TempDir,
    },
    Postgres(Postgres),
}

impl Accounts {
    /// Creates an empty database.
    pub fn new(program: &str, in_postgres: bool) -> Self {
        let (database, place) = if in_postgres {
            let postgres = Postgres::start();
            let place = postgres.address();
            (Database::Postgres(postgres), place)
        } else {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let place = folder.path().join("accounts.sqlite").display().to_string();
            (Database::Sqlite { _folder: folder }, place)
        };
        Self { program: program.into(), database, place }
    }

    /// Runs an operator's command and returns its output.
    pub fn operate(&self, arguments: &[&str]) -> String {
        let (code, said) = operate(&self.program, Path::new(&self.place), arguments, "");
        assert_eq!(code, 0, "{arguments:?}: {said}");
        said
    }

    /// Creates an account with the key of the measurements; returns its secret.
    pub fn one_key(&self) -> String {
        let email = "ada@example.org";
        self.operate(&["accounts", "create", "--name", "Ada", "--email", email, "--plan", "pro"]);
        let said = self.operate(&["keys", "create", "--account", email, "--nickname", "measured"]);
        let secret = said.split_whitespace().find(|word| word.starts_with("umbra_"));
        secret.unwrap_or_else(|| panic!("no key in \"{said}\"")).to_owned()
    }

    /// Adds accounts, each with three keys, with texts as long as real ones. A tenth of the keys has rules.
    pub fn add(&self, number: usize) {
        let keys = 3 * number;
        let (numbers, of_keys) = (self.numbers(number), self.numbers(keys));
        let account = self.padded("n", 13, false);
        let of_key = self.padded("((n - 1) / 3 + 1)", 13, false);
        // Unordered names of keys: an odd factor modulo 2^48 maps each number to a different one.
        let name = self.padded("(n * 25214903917 + 11) % 281474976710656", 12, true);
        let (digest, yes) = match self.database {
            Database::Sqlite { .. } => ("randomblob(32)", "1"),
            Database::Postgres(_) => ("sha256(n::text::bytea)", "true"),
        };
        let hash = format!("$argon2id$v=19$m=19456,t=2,p=1${}${}", "s".repeat(22), "h".repeat(43));
        self.sql(&format!(
            "INSERT INTO accounts (id, name, email, password_hash, plan, created_ms)
             SELECT 'acc' || {account}, 'Holder ' || n, 'holder' || n || '@example.org', '{hash}',
                 CASE n % 4 WHEN 0 THEN 'free' WHEN 1 THEN 'starter' WHEN 2 THEN 'pro'
                     ELSE 'enterprise' END, n
             FROM {numbers}"
        ));
        self.sql(&format!(
            "INSERT INTO keys (id, account, digest, nickname, description, enabled, origins, ips, created_ms,
                 secret_ms)
             SELECT {name}, 'acc' || {of_key}, {digest}, 'key' || n, '', {yes},
                 CASE n % 10 WHEN 0 THEN 'app.example.org; *.example.net' ELSE '' END,
                 CASE n % 10 WHEN 0 THEN '192.0.2.0/24' ELSE '' END, n, n
             FROM {of_keys}"
        ));
        if let Database::Postgres(_) = self.database {
            self.sql("VACUUM ANALYZE");
        }
    }

    /// Adds usage of each key for two operations today.
    pub fn add_usage(&self) {
        let day = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
        self.sql(&format!(
            "INSERT INTO usage (key, day, endpoint, calls, millicredits)
             SELECT id, {day}, operation, 10, 5000
             FROM keys, (SELECT 'julian-day' AS operation UNION SELECT 'delta-t') AS operations
             WHERE TRUE ON CONFLICT DO NOTHING"
        ));
    }

    /// A table of the numbers from 1, in a column `n`.
    fn numbers(&self, most: usize) -> String {
        match self.database {
            Database::Sqlite { .. } => format!(
                "(WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers
                  WHERE n < {most})
                  SELECT n FROM numbers) AS numbers"
            ),
            Database::Postgres(_) => format!("generate_series(1, {most}::bigint) AS numbers (n)"),
        }
    }

    /// A number as digits of a fixed length.
    fn padded(&self, number: &str, digits: usize, is_hexadecimal: bool) -> String {
        match (&self.database, is_hexadecimal) {
            (Database::Sqlite { .. }, true) => format!("printf('%0{digits}x', {number})"),
            (Database::Sqlite { .. }, false) => format!("printf('%0{digits}d', {number})"),
            (Database::Postgres(_), true) => format!("lpad(to_hex({number}), {digits}, '0')"),
            (Database::Postgres(_), false) => format!("lpad(({number})::text, {digits}, '0')"),
        }
    }

    fn sql(&self, sql: &str) {
        match &self.database {
            Database::Postgres(postgres) => drop(postgres.sql(sql)),
            Database::Sqlite { .. } => {
                let connection = rusqlite::Connection::open(Path::new(&self.place));
                let done = connection.and_then(|connection| connection.execute_batch(sql));
                done.unwrap_or_else(|e| panic!("{sql}: {e}"));
            }
        }
    }
}
