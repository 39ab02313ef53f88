-- Adds what a server has counted to the windows of the fleet, and answers how many requests all servers have
-- counted and when each window ends. Nothing here reads a clock: all times are milliseconds that are left.
--
-- KEYS  a key for each address. It expires with its window or back-off. Its hash has
--         id        the number of the window
--         count     requests to all servers
--         back-off  1 in a back-off
--         SERVER    for each server: the number of its own window, a space, the requests counted from it
-- ARGV  name of the server, quota, length of the back-off in ms; then for each key five:
--         number of the server's window; id of the fleet's window that it is a part of, 0 if not known;
--         requests to the server since its window began; ms until it ends; 1 if it is a back-off, else 0
--
-- The answer has four numbers for each key: id of the window, 0 if the server's is over; requests to all
-- servers; ms until it ends; 1 in a back-off, else 0.
--
-- Counts are cumulative, so a report that comes twice, because its answer was lost, is counted once.

local server, quota, back_off_ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

-- A server sees a window end a little sooner than the key expires: by the time for which its report was under
-- way. Its later requests belong to the next window.
local NEARLY_OVER_MS = 20

local function begin(key, id, left)
  redis.call('DEL', key)
  redis.call('HSET', key, 'id', id, 'count', 0)
  redis.call('PEXPIRE', key, left)
end

local function add(key, count, before, number, own)
  local counted = before and tonumber(string.match(before, '^' .. number .. ' (%d+)$')) or 0
  if own > counted then
    redis.call('HSET', key, server, number .. ' ' .. own)
    count = redis.call('HINCRBY', key, 'count', own - counted)
  end
  return count
end

local function report(key, number, part_of, own, left, is_back_off)
  local id, count, back_off, before = unpack(redis.call('HMGET', key, 'id', 'count', 'back-off', server))
  local is_next = id and part_of == '0' and redis.call('PTTL', key) <= NEARLY_OVER_MS
  if not id or is_next then
    id, count, back_off, before = number, 0, false, false
    begin(key, id, left)
  elseif part_of ~= '0' and part_of ~= id and not is_back_off then
    return 0, 0, 0, 0
  end
  count = add(key, tonumber(count), before, number, own)
  if not back_off and (is_back_off or count > quota) then
    back_off = '1'
    redis.call('HSET', key, 'back-off', back_off)
    redis.call('PEXPIRE', key, is_back_off and left or back_off_ms)
  end
  return tonumber(id), count, redis.call('PTTL', key), back_off and 1 or 0
end

local answer = {}
for k, key in ipairs(KEYS) do
  local at = 4 + (k - 1) * 5
  local number, part_of, is_back_off = ARGV[at], ARGV[at + 1], ARGV[at + 4] == '1'
  local id, count, left, back_off = report(key, number, part_of, tonumber(ARGV[at + 2]),
    math.max(tonumber(ARGV[at + 3]), 1), is_back_off)
  local n = #answer
  answer[n + 1], answer[n + 2], answer[n + 3], answer[n + 4] = id, count, left, back_off
end
return answer
