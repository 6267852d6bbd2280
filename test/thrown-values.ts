import BetterSqlite3 from 'better-sqlite3'
import { DiscordAPIError, DiscordjsErrorCodes, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js'
import { errorCodes } from 'fastify'
import { UserError } from '#kit/errors.ts'

const url = 'https://discord.example/api/v10/x'

const refusal = (code: number | string, status: number) =>
  new DiscordAPIError({ code: Number(code), message: 'no' }, code, status, 'PUT', url, {
    body: { content: 'private' },
  })

const limited = new RateLimitError({
  timeToReset: 1000,
  limit: 5,
  method: 'PUT',
  hash: 'x',
  url,
  route: '/x',
  majorParameter: 'global',
  global: false,
  retryAfter: 1000,
  sublimitTimeout: 0,
  scope: 'user',
})

function cyclic(): Error {
  const inner = new Error('inner')
  const outer = new Error('outer', { cause: inner })
  inner.cause = outer
  return Object.assign(outer, { self: outer })
}

const withFields = (fields: object) => Object.assign(new Error('odd'), fields)

const discordCodes = Object.values(RESTJSONErrorCodes).filter(code => typeof code === 'number')
const sqliteCodes = ['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY', 'SQLITE_CONSTRAINT_UNIQUE']

/** Every kind of value that our libraries throw, and values that only a bug would throw. */
export const thrown: readonly unknown[] = [
  ...[0, 401, 50_001, 50_013, 50_035, 'invalid_grant', Number.NaN].flatMap(code =>
    [400, 401, 403, 404, 429].map(status => refusal(code, status)),
  ),
  ...discordCodes.map(code => refusal(code, 400)),
  ...[500, 502, 503, 520].map(status => new HTTPError(status, 'bad', 'GET', url, {})),
  limited,
  ...Object.values(DiscordjsErrorCodes).map(code => withFields({ name: `Error [${code}]`, code })),
  ...sqliteCodes.map(code => new BetterSqlite3.SqliteError('database or disk is full', code)),
  ...Object.values(errorCodes).map(Fault => new Fault('a', 'b', 'c')),
  new UserError('test.mistake', 'That was a mistake.'),
  new SyntaxError('Unexpected token'),
  new TypeError('x is undefined'),
  new DOMException('stopped', 'AbortError'),
  new AggregateError([new Error('one'), refusal(50_013, 403), null], 'several'),
  new Error('outer', { cause: refusal(50_013, 403) }),
  cyclic(),
  Object.freeze(new Error('frozen')),
  Object.freeze(refusal(50_013, 403)),
  ...[null, undefined, 7, {}, Symbol('code'), 10n, ['FST_X']].map(code => withFields({ code })),
  ...[null, undefined, 200, 0, -1, 999, 1e9, Number.NaN, '404', 'x', {}].map(statusCode => withFields({ statusCode })),
  ...['x', 200, null, 999, 404].map(status => withFields({ status })),
  withFields({ code: 'FST_ODD', statusCode: 1 }),
  withFields({ headers: 'x' }),
  withFields({ message: 5 }),
  withFields({ name: null, stack: null }),
  null,
  undefined,
  'a text',
  '',
  7,
  10n,
  false,
  Symbol('thrown'),
  {},
  [],
  Object.create(null),
  { code: 5, message: {} },
  () => 'a function',
]
