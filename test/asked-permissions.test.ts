import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PermissionFlagsBits } from 'discord.js'
import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { type Command, type CommandGroup, isGroup } from '#kernel/feature.ts'
import { askedPermissions } from '#kernel/guilds/asked-permissions.ts'

/**
 * The invite page lists the permissions that features declare in `asks`: no feature may need one that it does not
 * declare.
 */

const ofAll = new Set(Object.keys(features.find(({ contract }) => contract.core)?.contract.asks ?? {}))

function needsOf(definition: Command | CommandGroup): readonly string[] {
  const own = definition.botNeeds ?? []
  return isGroup(definition) ? [...own, ...Object.values(definition.subcommands).flatMap(needsOf)] : own
}

const sources = (name: string) =>
  readdirSync(join('src/features', name), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => readFileSync(join('src/features', name, file), 'utf8'))

test('every permission that a command or requirement of a feature needs is declared in `asks`', () => {
  const unasked = features.flatMap(({ contract, parts }) => {
    const asks = new Set([...ofAll, ...Object.keys(contract.asks ?? {})])
    const written = sources(contract.name).flatMap(text =>
      [...text.matchAll(/\bpermission: '([A-Za-z]+)'/g)].map(([, permission = '']) => permission),
    )
    const needed = [...Object.values(parts.commands ?? {}).flatMap(needsOf), ...written]
    return [...new Set(needed)].filter(one => !asks.has(one)).map(one => `${contract.name}: ${one}`)
  })
  expect(unasked).toEqual([])
})

/**
 * The permissions that Discord requires for calls that name none: Manage Roles for overwrites, Manage Threads for
 * locking a thread.
 */
const implied = new Set(['tickets: ManageRoles', 'tickets: ManageThreads'])

test('every permission in `asks` is used by something in the feature', () => {
  const unused = features.flatMap(({ contract }) => {
    const all = sources(contract.name).join('\n')
    return Object.keys(contract.asks ?? {})
      .filter(permission => !contract.core && all.split(permission).length < 3)
      .map(permission => `${contract.name}: ${permission}`)
      .filter(one => !implied.has(one))
  })
  expect(unused).toEqual([])
})

test('the number in the link is the sum of the list, and does not include Administrator', () => {
  const { bits, list } = askedPermissions(features)
  const sum = list.reduce(
    (all, { permission }) => all | PermissionFlagsBits[permission as keyof typeof PermissionFlagsBits],
    0n,
  )
  expect(BigInt(bits)).toBe(sum)
  expect(sum & PermissionFlagsBits.Administrator).toBe(0n)
  expect(list.map(({ permission }) => permission)).toEqual(
    expect.arrayContaining(['ManageRoles', 'ViewAuditLog', 'ViewChannel']),
  )
})
