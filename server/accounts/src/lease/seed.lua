-- Adds what the database has of an account in a month: what each server has reported or written. The greater
-- figure counts: a server may have spent while Valkey did not answer, and ended.
--
-- KEYS: the hash of the account and month, as in exchange.lua.
-- ARGV: for how many seconds the hash is kept; then names of servers, each followed by its spending.

for i = 2, #ARGV, 2 do
  local field = 's:' .. ARGV[i]
  local known = tonumber(redis.call('HGET', KEYS[1], field))
  if not known or known < tonumber(ARGV[i + 1]) then
    redis.call('HSET', KEYS[1], field, ARGV[i + 1])
  end
end
redis.call('HSET', KEYS[1], 'seeded', '1')
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
