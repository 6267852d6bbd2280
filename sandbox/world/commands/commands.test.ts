import { expect, test } from 'vitest'
import { errorOf } from '#test/sandbox/error-of.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { createCommand, deleteCommand, editCommand, listCommands, replaceCommands } from './registry.ts'
import { guildCommandIndex } from './usable.ts'

function stage() {
  const demo = createDemoWorld()
  const applicationId = [...demo.sandbox.world.applications.values()].find(one => one.name === 'Palisade')?.id ?? ''
  return { ...demo, applicationId, guildId: demo.guildByName('Tidewater Makers').guild.id }
}

const ping = { name: 'ping', description: 'Says pong' }

/** The places of what is refused; empty when all is well. */
function refused(body: unknown): string {
  const { sandbox, applicationId } = stage()
  const refusal = errorOf(() => createCommand(sandbox, applicationId, 'global', body))
  return refusal ? JSON.stringify(refusal.errors) : ''
}

test('replacing the command list keeps the ids of names that stay and deletes the others', () => {
  const { sandbox, applicationId } = stage()
  const first = replaceCommands(sandbox, applicationId, 'global', [ping, { ...ping, name: 'old' }])
  const second = replaceCommands(sandbox, applicationId, 'global', [
    { ...ping, description: 'Other' },
    { ...ping, name: 'new' },
  ])
  expect(second[0]?.id).toBe(first[0]?.id)
  expect(second[0]?.version).not.toBe(first[0]?.version)
  expect(listCommands(sandbox, applicationId, 'global').map(one => one.name)).toEqual(['ping', 'new'])
  expect(replaceCommands(sandbox, applicationId, 'global', [ping, ping].slice(0, 1))[0]?.id).toBe(first[0]?.id)
})

test('an unchanged command stays as it is', () => {
  const { sandbox, applicationId } = stage()
  const [before] = replaceCommands(sandbox, applicationId, 'global', [ping])
  const [after] = replaceCommands(sandbox, applicationId, 'global', [ping])
  expect(after).toEqual(before)
})

test('creating one of the same name overwrites it', () => {
  const { sandbox, applicationId, guildId } = stage()
  const first = createCommand(sandbox, applicationId, guildId, ping)
  const second = createCommand(sandbox, applicationId, guildId, { ...ping, description: 'Other' })
  expect([first.isNew, second.isNew]).toEqual([true, false])
  expect(second.command.id).toBe(first.command.id)
  expect(second.command).toMatchObject({ guild_id: guildId, description: 'Other' })
})

test('a change keeps the fields it does not name, and a deleted command is unknown', () => {
  const { sandbox, applicationId } = stage()
  const { command } = createCommand(sandbox, applicationId, 'global', ping)
  const changed = editCommand(sandbox, applicationId, 'global', command.id, { default_member_permissions: '8' })
  expect(changed).toMatchObject({ name: 'ping', description: 'Says pong', default_member_permissions: '8' })
  deleteCommand(sandbox, applicationId, 'global', command.id)
  expect(() => deleteCommand(sandbox, applicationId, 'global', command.id)).toThrow('Unknown application command')
})

test("a guild without the application's bot takes no commands", () => {
  const { sandbox, applicationId, guildByName } = stage()
  const elsewhere = guildByName('Lantern Reading Room').guild.id
  expect(() => createCommand(sandbox, applicationId, elsewhere, ping)).toThrow('Missing Access')
})

const option = (more: object) => ({ ...ping, options: [{ type: 3, name: 'text', description: 'd', ...more }] })

test.each([
  ['an upper-case name', { ...ping, name: 'Ping' }, 'APPLICATION_COMMAND_INVALID_NAME'],
  ['a name with a blank', { ...ping, name: 'a b' }, 'APPLICATION_COMMAND_INVALID_NAME'],
  ['no description', { name: 'ping' }, 'BASE_TYPE_REQUIRED'],
  ['a long description', { ...ping, description: 'x'.repeat(101) }, 'BASE_TYPE_MAX_LENGTH'],
  ['a described context command', { type: 2, name: 'Who', description: 'x' }, 'DESCRIPTION_NOT_ALLOWED'],
  ['an option with a bad name', option({ name: 'Bad Name' }), 'APPLICATION_COMMAND_INVALID_NAME'],
  ['an unknown kind of option', option({ type: 99 }), 'UNION_TYPE_CHOICES'],
  ['choices and autocomplete', option({ autocomplete: true, choices: [{ name: 'a', value: 'a' }] }), 'AUTOCOMPLETE'],
  [
    '26 choices',
    option({ choices: Array.from({ length: 26 }, (_, i) => ({ name: `${i}`, value: `${i}` })) }),
    'MAX_LENGTH',
  ],
  [
    'a required option after an optional one',
    {
      ...ping,
      options: [
        { type: 3, name: 'a', description: 'd' },
        { type: 3, name: 'b', description: 'd', required: true },
      ],
    },
    'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
  ],
  [
    'two options of one name',
    {
      ...ping,
      options: [
        { type: 3, name: 'a', description: 'd' },
        { type: 4, name: 'a', description: 'd' },
      ],
    },
    'NAME_ALREADY_EXISTS',
  ],
  [
    'a subcommand beside an option',
    {
      ...ping,
      options: [
        { type: 1, name: 'a', description: 'd' },
        { type: 3, name: 'b', description: 'd' },
      ],
    },
    'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
  ],
  [
    'more than 8,000 characters',
    {
      ...ping,
      options: Array.from({ length: 5 }, (_, i) => ({
        type: 3,
        name: `o${i}`,
        description: 'd',
        choices: Array.from({ length: 25 }, (_, j) => ({ name: `${j}`.padStart(70, 'x'), value: `${j}` })),
      })),
    },
    'APPLICATION_COMMAND_TOO_LARGE',
  ],
])('%s is refused', (_, body, problem) => {
  expect(refused(body)).toContain(problem)
})

test('names may use other scripts and dashes', () => {
  for (const name of ['ping', 'set-prefix', 'größe', 'हिन्दी', "o'clock"]) expect(refused({ ...ping, name })).toBe('')
})

test('the same name twice, or too many of a kind, are refused and change nothing', () => {
  const { sandbox, applicationId } = stage()
  replaceCommands(sandbox, applicationId, 'global', [ping])
  expect(() => replaceCommands(sandbox, applicationId, 'global', [ping, ping])).toThrow('Invalid Form Body')
  const many = Array.from({ length: 101 }, (_, i) => ({ ...ping, name: `c${i}` }))
  expect(() => replaceCommands(sandbox, applicationId, 'global', many)).toThrow(
    'Maximum number of application commands',
  )
  expect(listCommands(sandbox, applicationId, 'global')).toHaveLength(1)
})

test('people are offered the commands they may run', () => {
  const { sandbox, applicationId, guildId, idOf } = stage()
  replaceCommands(sandbox, applicationId, 'global', [
    ping,
    { ...ping, name: 'admins', default_member_permissions: '0' },
    { ...ping, name: 'bans', default_member_permissions: '4' },
    { ...ping, name: 'private', contexts: [1] },
  ])
  const offered = (login: string) =>
    guildCommandIndex(sandbox, idOf(login), guildId).application_commands.map(one => one.name)
  expect(offered('member1')).toEqual(['ping'])
  expect(offered('moderator')).toEqual(['ping', 'bans'])
  expect(offered('admin')).toEqual(['ping', 'admins', 'bans'])
  expect(() => offered('stranger')).toThrow('Missing Access')
})
