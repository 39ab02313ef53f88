-- Exchanges the spending of a server on an account in a month for a grant.
--
-- The hash of the account and month has, in thousandths of a credit, by the name of the server:
--   s:NAME  its spending, which only that server writes after its first report
--   g:NAME  up to where it may spend without asking again, if that is more; counts while the server lives
--   w:NAME  what calls cost that wait there, and for which too little was free
-- and `seeded`, once what is written in the database has been added.
--
-- KEYS: the hash.
-- ARGV: name, spent, granted so far, lease, cost of the calls that wait, cost of the cheapest of them,
--       allowance, the spending of the others as last reported (with it, it may go on without
--       the database) or '', and for how many seconds the hash is kept.
-- Gives: whether the hash is seeded, up to where the server may spend, what others have spent, what others
--        have spent or may spend, and whether calls of others wait for credits.

local me, ttl = ARGV[1], ARGV[9]
local spent, granted, lease = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local demand, least, allowance = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local known = tonumber(ARGV[8])

local function is_alive(server)
  return redis.call('EXISTS', '{umbra}:server:' .. server) == 1
end

local function whole(number)
  return string.format('%.0f', number)
end

-- A value of another type is not ours: the account is seeded anew.
local kind_of_key = redis.call('TYPE', KEYS[1])['ok']
if kind_of_key ~= 'hash' and kind_of_key ~= 'none' then
  redis.call('DEL', KEYS[1])
end

-- A number of thousandths; nothing if it is none, or none that can be.
local function credits_of(text)
  local number = tonumber(text)
  return number and number > -9e15 and number < 9e15 and number or nil
end

-- The spending of the others. Unreadable values are read from the database again.
local is_seeded, servers, others, committed, others_wait = 0, 1, 0, 0, 0
local spent_by, granted_to, is_damaged = {}, {}, false
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local kind, server = string.match(fields[i], '^(%l):(.+)$')
  if fields[i] == 'seeded' then
    is_seeded = 1
  elseif kind and server ~= me and not credits_of(fields[i + 1]) then
    redis.call('HDEL', KEYS[1], fields[i], 'seeded')
    is_damaged = true
  elseif kind == 's' and server ~= me then
    spent_by[server] = tonumber(fields[i + 1])
  elseif kind and server ~= me and not is_alive(server) then
    redis.call('HDEL', KEYS[1], fields[i])
  elseif kind == 'g' and server ~= me then
    granted_to[server] = tonumber(fields[i + 1])
    servers = servers + 1
  elseif kind == 'w' and server ~= me then
    others_wait = 1
  end
end
if is_damaged then
  is_seeded = 0
end
for server, credits in pairs(spent_by) do
  others = others + credits
  committed = committed + math.max(credits, granted_to[server] or 0)
end

-- Without the database: at least the spending that this server reports.
local may_go_on = is_seeded == 1 or known ~= nil
if is_seeded == 0 and known then
  committed = committed + math.max(known - others, 0)
  others = math.max(others, known)
end

-- What this server is given: a lease; near the end a share, so that others get some; and for calls that wait
-- what they cost.
local free = allowance - committed - spent
if may_go_on then
  if others_wait == 1 then
    lease = 0
  end
  local given = math.max(math.min(lease, math.floor(free / (2 * servers))), demand)
  given = math.min(given, free)
  if given > 0 and given >= least then
    granted = math.max(granted, spent + given)
  end
end

redis.call('HSET', KEYS[1], 's:' .. me, whole(spent))
if granted > spent then
  redis.call('HSET', KEYS[1], 'g:' .. me, whole(granted))
else
  redis.call('HDEL', KEYS[1], 'g:' .. me)
end
if demand > 0 and granted - spent < demand then
  redis.call('HSET', KEYS[1], 'w:' .. me, whole(demand))
else
  redis.call('HDEL', KEYS[1], 'w:' .. me)
end
redis.call('EXPIRE', KEYS[1], ttl)
return { is_seeded, granted, others, committed, others_wait }
