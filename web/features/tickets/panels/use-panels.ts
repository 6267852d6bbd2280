import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract'
import tickets from '#features/tickets/contract.ts'
import { type Panel, panel as panelSchema } from '#features/tickets/panels/contract.ts'
import { ApiError, call, failureText, isInDoubt } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'

export type PostedPanel = Partial<Body<(typeof tickets)['endpoints']['savePanel']>>

const panelsQuery = (guildId: string) =>
  queryOptions({
    queryKey: [...guildKey(guildId), 'ticket-panels'],
    queryFn: async ({ signal }) => {
      const { panels } = await call(tickets, 'panels', { params: { guildId }, signal })
      return { panels: panels.map(one => panelSchema.parse(one)) }
    },
  })

export const usePanels = (guildId: string) => useQuery(panelsQuery(guildId))

/** The specification's message, or that no server answered. */
const unlessAnswered = (error: unknown, otherwise: string): string =>
  isInDoubt(error) || (error instanceof ApiError && error.status === 0) ? failureText(error, otherwise) : otherwise

/** Why a save failed, in the specification's words. */
export function saveProblem(error: unknown): string {
  const otherwise = unlessAnswered(error, 'Failed to save panel')
  if (!(error instanceof ApiError)) return otherwise
  if (error.status === 400) return error.message === '' ? 'Panel title and channel are required' : error.message
  // Somebody else saved first, or took the right away: the server's message says who, or what is missing.
  return error.status === 409 || error.status === 403 || error.status === 404 ? error.message : otherwise
}

/** The server's own message if it refused, otherwise the specification's. */
export const problemOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.message !== ''
    ? error.message
    : unlessAnswered(error, otherwise)

/** Saves, deploys and deletes panels; lists update themselves. */
export function usePanelCalls(guildId: string) {
  const client = useQueryClient()
  const onSettled = () => reload(client, guildKey(guildId))
  const save = useMutation({
    mutationFn: async (body: PostedPanel) =>
      panelSchema.parse((await call(tickets, 'savePanel', { params: { guildId }, body })).panel),
    onSettled,
  })
  const deploy = useMutation({
    mutationFn: async ({ id, channelId }: { id: string; channelId: string }) => {
      const answer = await call(tickets, 'deployPanel', { params: { guildId, panelId: id }, body: { channelId } })
      return answer.panel && panelSchema.parse(answer.panel)
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(tickets, 'deletePanel', { params: { guildId, panelId: id } }),
    onSettled,
  })
  /** A panel as it is stored now; undefined if it was deleted. */
  const newest = async (id: string) => {
    const { panels } = await client.fetchQuery({ ...panelsQuery(guildId), staleTime: 0 })
    return panels.find(one => one.id === id)
  }
  return { save, deploy, remove, newest }
}

const longestTitle = 256
const ofCopies = ' (Copy)'

/** Marks the title as a copy's, even if the title has the maximum length. */
const titleOfCopy = (title: string): string => [...title].slice(0, longestTitle - ofCopies.length).join('') + ofCopies

/** A draft copy: not in Discord, and with a message of its own. */
export function copyOf(panel: Panel): PostedPanel {
  const { id: _id, message_id: _message, created_at: _at, revision: _revision, joined_to: _joined, ...design } = panel
  const { channel_info: _info, opened: _opened, deployed_at: _deployed, ...rest } = design
  const { message_missing: _missing, outdated: _outdated, ...copied } = rest
  return { ...copied, revision: 0, joined_to: null, title: titleOfCopy(panel.title) }
}
