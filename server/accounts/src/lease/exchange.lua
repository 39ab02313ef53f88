-- Exchanges the spending of a server on an account in a month for a grant.
--
-- The hash of the account and month has, in thousandths of a credit, by the name of the server:
--   s:NAME  its spending, which only that server writes after its first report
--   g:NAME  the limit of its spending until it asks again, if that is more, and until when the grant counts
--   w:NAME  the cost of calls that wait there because too little was free, and until when they count
-- and `seeded`, once the figures of the database have been added. Times are milliseconds of Valkey's clock.
--
-- KEYS: the hash.
-- ARGV: name, spent, granted so far, lease, cost of the calls that wait, cost of the cheapest of them,
--       allowance, the spending of the others as last reported (with it, it may go on without
--       the database) or '', for how many seconds the hash is kept, and for how many milliseconds the grant
--       counts without another report.
-- Returns: whether the hash is seeded, the new limit of the server, what others have spent, what others
--          have spent or may spend, and whether calls of others wait for credits.

local me, ttl, life_ms = ARGV[1], ARGV[9], tonumber(ARGV[10])
local spent, granted, lease = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local demand, least, allowance = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local known = tonumber(ARGV[8])
local time = redis.call('TIME')
local now_ms = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local function whole(number)
  return string.format('%.0f', number)
end

-- A value of another type is not ours: the account is seeded anew.
local kind_of_key = redis.call('TYPE', KEYS[1])['ok']
if kind_of_key ~= 'hash' and kind_of_key ~= 'none' then
  redis.call('DEL', KEYS[1])
end

-- A number of thousandths, and until when it counts; nothing if it is no possible number.
local function read(text)
  local number, until_ms = string.match(text, '^(-?%d+) ?(%d*)$')
  number = tonumber(number)
  if number and number > -9e15 and number < 9e15 then
    return number, tonumber(until_ms) or 0
  end
end

-- The spending of the others. Unreadable values are read from the database again.
local is_seeded, servers, others, committed, others_wait, reserved = 0, 1, 0, 0, 0, 0
local spent_by, granted_to, is_damaged = {}, {}, false
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local kind, server = string.match(fields[i], '^(%l):(.+)$')
  local number, until_ms = read(fields[i + 1])
  if fields[i] == 'seeded' then
    is_seeded = 1
  elseif kind and server ~= me and not number then
    redis.call('HDEL', KEYS[1], fields[i], 'seeded')
    is_damaged = true
  elseif kind == 's' and server ~= me then
    spent_by[server] = number
  elseif kind and server ~= me and until_ms < now_ms then
    redis.call('HDEL', KEYS[1], fields[i])
  elseif kind == 'g' and server ~= me then
    granted_to[server] = number
    servers = servers + 1
  elseif kind == 'w' and server ~= me then
    others_wait = 1
    reserved = reserved + number
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

-- The grant: a lease, near the end a share, and enough for the calls that wait here. Calls that wait elsewhere
-- come before a lease.
local free = allowance - committed - spent
if may_go_on then
  local share = math.max(math.floor((free - reserved) / (2 * servers)), 0)
  local given = math.min(math.max(math.min(lease, share), demand), free)
  if given > 0 and given >= least then
    granted = math.max(granted, spent + given)
  end
end

local until_ms = ' ' .. whole(now_ms + life_ms)
redis.call('HSET', KEYS[1], 's:' .. me, whole(spent))
if granted > spent then
  redis.call('HSET', KEYS[1], 'g:' .. me, whole(granted) .. until_ms)
else
  redis.call('HDEL', KEYS[1], 'g:' .. me)
end
if demand > 0 and granted - spent < demand then
  redis.call('HSET', KEYS[1], 'w:' .. me, whole(demand) .. until_ms)
else
  redis.call('HDEL', KEYS[1], 'w:' .. me)
end
redis.call('EXPIRE', KEYS[1], ttl)
return { is_seeded, granted, others, committed, others_wait }
