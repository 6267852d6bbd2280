import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The name and overwrites of a channel that is hidden from the bot, and everything derived from them, are masked:
 * docs/decisions/0032. Code that reads them checks `isHidden` first, or is listed here with the reason why it cannot
 * matter.
 */
const reads = /\.permissionsFor\(|permissionOverwrites|[cC]hannel\??\.name\b|channels\.cache\.get\([^)]*\)\??\.name\b/
const asks = /#kit\/hidden-channel\.ts/

const received = 'the channel of a message that the bot was sent'
const demanded = 'its channel was demanded of whoever asks, by channel-rights'
const innocent: Record<string, string> = {
  'src/kit/role-grants.ts': 'a mask has overwrites for @everyone alone, so no role has powers by it',
  'src/kit/permissions.ts': 'what the bot may do: nothing is seen behind a mask; callers are judged by commands/rights',
  'src/kernel/settings/references.ts': 'the channels of a GuildShape, which has no names of hidden ones',
  'src/kernel/commands/answer.ts': received,
  'src/features/antinuke/engine/powers.ts': 'what overwrites allow, and a mask only denies',
  'src/features/antinuke/panic/panic.ts': 'only whether it has overwrites at all',
  'src/features/automod/message/facts.ts': received,
  'src/features/automod/message/exemption.ts': received,
  'src/features/automod/listeners/ghost-pings.ts': received,
  'src/features/automod/dry-run/replay.ts': demanded,
  'src/features/automod/dry-run/test-message.ts': demanded,
  'src/features/customcommands/answering/template.ts': 'a placeholder of that name, and what channel-rights names it',
  'src/features/moderation/channel/write-overwrites.ts': 'fetched over REST, which masks nothing',
  'src/features/moderation/voice/voice-commands.ts': 'demanded before, by demand-channel-permissions',
  'src/features/leveling/board/rank-commands.ts': "the bot's own rights where it answers",
  'src/features/greetings/sending/already-posted.ts': 'found by writable-channel',
  'src/features/greetings/sending/message.ts': 'found by writable-channel',
}

const readers = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(name => join('src', name))
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'src/kit/hidden-channel.ts')
  .filter(name => {
    const source = readFileSync(name, 'utf8')
    return reads.test(source) && !asks.test(source)
  })

test('no code reads properties of a channel that may be masked', () => {
  expect(readers.filter(name => !(name in innocent))).toEqual([])
})

test('every reason is still needed', () => {
  expect(Object.keys(innocent).filter(name => !readers.includes(name))).toEqual([])
})

test.each([
  'channel.permissionsFor(member)',
  'const { permissionOverwrites } = channel',
  'inert(channel.name)',
  'guild.channels.cache.get(id)?.name',
])('%s is found', source => {
  expect(reads.test(source)).toBe(true)
})
