import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract'
import reactionroles from '#features/reactionroles/contract.ts'
import { menu as menuSchema } from '#features/reactionroles/menus/contract.ts'
import kernel from '#kernel/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import { useLive } from '#web/app/live/use-live.ts'

export type PostedMenu = Partial<Body<(typeof reactionroles)['endpoints']['saveMenu']>>

const menusKey = (guildId: string) => [...guildKey(guildId), 'reaction-role-menus']
const reportKey = (guildId: string) => [...guildKey(guildId), 'reaction-role-report']

const menusQuery = (guildId: string) =>
  queryOptions({
    queryKey: menusKey(guildId),
    queryFn: async ({ signal }) => {
      const { menus, emojis } = await call(reactionroles, 'menus', { params: { guildId }, signal })
      return { menus: menus.map(one => menuSchema.parse(one)), emojis }
    },
  })

export const useMenus = (guildId: string) => useQuery(menusQuery(guildId))

/** Saves, posts and deletes menus; the list updates itself. */
export function useMenuCalls(guildId: string) {
  const client = useQueryClient()
  const onSettled = () => reload(client, menusKey(guildId))
  const save = useMutation({
    mutationFn: async (body: PostedMenu) =>
      menuSchema.parse((await call(reactionroles, 'saveMenu', { params: { guildId }, body })).menu),
    onSettled,
  })
  const deploy = useMutation({
    mutationFn: async (id: string) => {
      const { menu } = await call(reactionroles, 'deployMenu', { params: { guildId, menuId: id } })
      return menu && menuSchema.parse(menu)
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(reactionroles, 'deleteMenu', { params: { guildId, menuId: id } }),
    onSettled,
  })
  /** A menu as it is stored now; undefined if it was deleted. */
  const newest = async (id: string) => {
    const { menus } = await client.fetchQuery({ ...menusQuery(guildId), staleTime: 0 })
    return menus.find(one => one.id === id)
  }
  return { save, deploy, remove, newest }
}

/** The message that a link leads to; makes no request for an empty link. */
export const useLinkedMessage = (guildId: string, link: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'reaction-role-message', link],
    queryFn: ({ signal }) => call(reactionroles, 'message', { params: { guildId }, query: { link }, signal }),
    enabled: link !== '',
    retry: false,
  })

/** What the latest comparison repaired; reloaded whenever a part is done. */
export function useReport(guildId: string) {
  const client = useQueryClient()
  useLive(kernel, 'plansLive', guildId, () => void reload(client, reportKey(guildId)))
  return useQuery({
    queryKey: reportKey(guildId),
    queryFn: ({ signal }) => call(reactionroles, 'report', { params: { guildId }, signal }),
  })
}

export function useCheckNow(guildId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(reactionroles, 'checkNow', { params: { guildId } }),
    onSettled: () => reload(client, reportKey(guildId)),
  })
}
