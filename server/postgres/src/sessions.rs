//! Sessions of the console, which all servers share.

use super::store::PostgresStore;
use accounts::store::{SealedNotice, SessionId, SessionRow, SessionStore, StoreError, Stored};

/// Sessions at a time.
const MAX_SESSIONS: i64 = 100_000;

impl SessionStore for PostgresStore {
    fn begin(&mut self, session: &SessionRow, now_ms: i64) -> Stored<()> {
        self.connection.ask(async |client| {
            let transaction = client.transaction().await?;
            let sql = "DELETE FROM sessions WHERE ends_ms <= $1 OR id IN (
                           SELECT id FROM sessions ORDER BY ends_ms DESC OFFSET $2)";
            transaction.execute(sql, &[&now_ms, &(MAX_SESSIONS - 1)]).await?;
            // The account may have been deleted meanwhile.
            let sql = "INSERT INTO sessions (id, account, password_mark, ends_ms)
                       SELECT $1, id, $3, $4 FROM accounts WHERE id = $2";
            let SessionRow { id, account, password_mark, ends_ms } = session;
            transaction.execute(sql, &[&&id[..], account, &&password_mark[..], ends_ms]).await?;
            Ok(transaction.commit().await?)
        })
    }

    fn find(&mut self, id: &SessionId) -> Stored<Option<SessionRow>> {
        self.connection.ask(async |client| {
            let sql = "SELECT account, password_mark, ends_ms FROM sessions WHERE id = $1";
            let Some(row) = client.query_opt(sql, &[&&id[..]]).await? else { return Ok(None) };
            let mark: &[u8] = row.get(1);
            let damaged =
                |_| StoreError::Invalid("a session of the console is damaged; sign in again".into());
            let password_mark = mark.try_into().map_err(damaged)?;
            Ok(Some(SessionRow { id: *id, account: row.get(0), password_mark, ends_ms: row.get(2) }))
        })
    }

    fn end(&mut self, id: &SessionId) -> Stored<()> {
        self.connection.ask(async |client| {
            client.execute("DELETE FROM sessions WHERE id = $1", &[&&id[..]]).await?;
            Ok(())
        })
    }

    fn end_all(&mut self, account: &str) -> Stored<()> {
        self.connection.ask(async |client| {
            client.execute("DELETE FROM sessions WHERE account = $1", &[&account]).await?;
            Ok(())
        })
    }

    fn keep_notice(&mut self, session: &SessionId, notice: &SealedNotice, now_ms: i64) -> Stored<()> {
        self.connection.ask(async |client| {
            let transaction = client.transaction().await?;
            let sql = "DELETE FROM session_notices WHERE until_ms <= $1 OR (session = $2 AND NOT is_secret)";
            transaction.execute(sql, &[&now_ms, &&session[..]]).await?;
            let sql = "INSERT INTO session_notices (session, sealed, is_secret, until_ms)
                       SELECT id, $2, $3, $4 FROM sessions WHERE id = $1";
            let SealedNotice { bytes, is_secret, until_ms } = notice;
            transaction.execute(sql, &[&&session[..], bytes, is_secret, until_ms]).await?;
            Ok(transaction.commit().await?)
        })
    }

    fn take_notice(&mut self, session: &SessionId, now_ms: i64) -> Stored<Option<Vec<u8>>> {
        self.connection.ask(async |client| {
            // Two concurrent requests for pages get different notices.
            let sql = "DELETE FROM session_notices WHERE id = (
                           SELECT id FROM session_notices WHERE session = $1 AND until_ms > $2
                           ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
                       RETURNING sealed";
            Ok(client.query_opt(sql, &[&&session[..], &now_ms]).await?.map(|row| row.get(0)))
        })
    }
}
