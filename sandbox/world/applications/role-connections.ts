import { z } from 'zod'
import { localizations } from '../commands/options.ts'
import { optional, parseForm, refusal, text } from '../form.ts'
import type { Application } from '../state.ts'
import type { RoleConnection, RoleConnections } from './state.ts'

const mostRecords = 5

const recordsForm = z
  .array(
    z.object({
      type: z.number().int().min(1).max(8),
      key: text(50, 1).regex(/^[a-z0-9_]+$/),
      name: text(100, 1),
      name_localizations: localizations(100),
      description: text(200, 1),
      description_localizations: localizations(200),
    }),
  )
  .max(mostRecords)

const connectionForm = z.object({
  platform_name: optional(text(50)),
  platform_username: optional(text(100)),
  metadata: optional(
    z
      .record(text(50, 1), z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(text(100, 1)))
      .refine(
        known => Object.keys(known).length <= mostRecords,
        refusal('BASE_TYPE_MAX_LENGTH', `Must be ${mostRecords} or fewer in length.`),
      ),
  ),
})

const connectionsOf = (application: Application): RoleConnections =>
  (application.roleConnections ??= { records: [], byUser: new Map() })

export const recordsOf = (application: Application) => connectionsOf(application).records

/** Replaces them all. @throws DiscordError 50035 */
export function setRecords(application: Application, body: unknown) {
  // Null clears the list.
  connectionsOf(application).records = parseForm(recordsForm, body ?? [])
  return recordsOf(application)
}

const shown = ({ platform_name, platform_username = null, metadata } = blank()) => ({
  ...(platform_name !== undefined && { platform_name }),
  platform_username,
  metadata,
})

const blank = (): Partial<RoleConnection> & Pick<RoleConnection, 'metadata'> => ({ metadata: {} })

/** As the application's token for this person shows it. */
export const roleConnection = (application: Application, userId: string) =>
  shown(connectionsOf(application).byUser.get(userId))

/** Replaces a role connection: fields that are not named are deleted. @throws DiscordError 50035 */
export function setRoleConnection(application: Application, userId: string, body: unknown) {
  const { platform_name, platform_username, metadata = {} } = parseForm(connectionForm, body)
  connectionsOf(application).byUser.set(userId, { platform_name, platform_username, metadata })
  return roleConnection(application, userId)
}

export const forgetRoleConnection = (application: Application, userId: string): void => {
  connectionsOf(application).byUser.delete(userId)
}
