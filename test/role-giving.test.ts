import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Jobs and plans give roles on behalf of settings, and anti-nuke attributes these to nobody. All code that gives
 * members roles therefore uses `giveRole`, which refuses roles with dangerous permissions, or is listed here with the
 * reason why it need not.
 */
const gives = /\.roles\.(add|set)\(|\.addRole\(|guildMemberRole\(|guildMember\(guild|members\.edit\(/
const may: Record<string, string> = {
  'src/kernel/rights/give-role.ts': 'judges the role at the moment at which it is given',
  'src/features/general/member-roles/routes.ts':
    'gives what a person asks for at that moment, who is counted by anti-nuke',
  'src/features/antinuke/engine/punish/requests.ts': 'takes roles from attackers, and gives back what was taken',
  'src/features/antinuke/recovery/perform.ts': 'gives back what an attack took',
}

test('all code that gives roles uses `giveRole`, or is listed with a reason', () => {
  const givers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map(name => join('src', name))
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter(name =>
      readFileSync(name, 'utf8')
        .split('\n')
        .some(line => gives.test(line) && !/rest\.get\(|cache\.|^\s*(\*|\/\/)/.test(line)),
    )
  expect(givers.toSorted()).toEqual(Object.keys(may).toSorted())
})
