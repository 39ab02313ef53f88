-- Adds what the database has of an account in a month: what each server has written that it has spent.
-- The report of a server itself takes precedence.
--
-- KEYS: the hash of the account and month, as in exchange.lua.
-- ARGV: for how many seconds the hash is kept; then names of servers, each followed by its spending.

for i = 2, #ARGV, 2 do
  redis.call('HSETNX', KEYS[1], 's:' .. ARGV[i], ARGV[i + 1])
end
redis.call('HSET', KEYS[1], 'seeded', '1')
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
