//! The secret under which keys are hashed, and the secrets that sign tokens.

use super::database::Database;
use crate::secret::{random_bytes, random_text};
use crate::store::{StoreError, Stored, TOKEN_SECRETS};

/// The secret under which keys are hashed.
pub async fn of_keys(db: Database<'_>) -> Stored<Vec<u8>> {
    db.value("SELECT bytes FROM secrets WHERE purpose = 'keys'", &[]).await
}

/// The secrets that sign tokens with their names, newest first.
pub async fn of_tokens(db: Database<'_>) -> Stored<Vec<(String, Vec<u8>)>> {
    let number = db.dialect().secret_number;
    let sql = format!("SELECT id, bytes FROM secrets WHERE purpose = 'tokens' ORDER BY {number} DESC");
    db.rows(&sql, &[], |row| Ok((row.get(0)?, row.get(1)?))).await
}

/// Makes the secrets that a new database lacks.
pub async fn make_missing(db: Database<'_>, place: &str) -> Stored<()> {
    for purpose in ["keys", "tokens"] {
        let sql = "SELECT EXISTS (SELECT 1 FROM secrets WHERE purpose = $1)";
        if db.value(sql, &[&purpose]).await? {
            continue;
        }
        // Deleted keys have no digest.
        let sql = "SELECT EXISTS (SELECT 1 FROM keys WHERE digest IS NOT NULL)";
        if purpose == "keys" && db.value(sql, &[]).await? {
            return Err(StoreError::NoKeySecret(place.into()));
        }
        insert(db, &random_text(8), purpose, &random_bytes::<32>(), 0).await?;
    }
    Ok(())
}

/// Adds a secret that signs tokens, and deletes those older than the one before it.
pub(super) async fn rotate_tokens(db: Database<'_>, id: &str, bytes: &[u8], now_ms: i64) -> Stored<()> {
    insert(db, id, "tokens", bytes, now_ms).await?;
    let number = db.dialect().secret_number;
    let sql = format!(
        "DELETE FROM secrets WHERE purpose = 'tokens' AND {number} NOT IN
             (SELECT {number} FROM secrets WHERE purpose = 'tokens' ORDER BY {number} DESC LIMIT $1)"
    );
    db.execute(&sql, &[&TOKEN_SECRETS]).await?;
    Ok(())
}

async fn insert(db: Database<'_>, id: &str, purpose: &str, bytes: &[u8], now_ms: i64) -> Stored<()> {
    let sql = "INSERT INTO secrets (id, purpose, bytes, created_ms) VALUES ($1, $2, $3, $4)";
    db.execute(sql, &[&id, &purpose, &bytes, &now_ms]).await?;
    Ok(())
}
