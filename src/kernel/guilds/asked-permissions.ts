import { PermissionFlagsBits, type PermissionsString } from 'discord.js'
import { permissionName } from '#kit/permissions.ts'
import type { Feature } from '../feature.ts'
import { isPermission } from '../rights/permissions.ts'
import type { AskedPermissions } from './contract.ts'

/**
 * Returns all permissions that features declare to need, those that most of them use first.
 * @throws Error when a feature asks for a permission that Discord does not have
 */
export function askedPermissions(features: readonly Feature[]): AskedPermissions {
  const asked = new Map<PermissionsString, { feature: string; why: string }[]>()
  for (const { contract } of features)
    for (const [permission, why] of Object.entries(contract.asks ?? {})) {
      if (!isPermission(permission))
        throw new Error(`${contract.name} asks for ${permission}, which Discord does not know`)
      asked.set(permission, [...(asked.get(permission) ?? []), { feature: contract.title, why }])
    }
  const bits = [...asked.keys()].reduce((sum, permission) => sum | PermissionFlagsBits[permission], 0n)
  return {
    bits: bits.toString(),
    list: [...asked]
      .map(([permission, uses]) => ({ permission, name: permissionName(permission), uses }))
      .toSorted((one, other) => other.uses.length - one.uses.length),
  }
}
