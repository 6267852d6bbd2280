import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import invites from '#features/invites/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { nextOffset } from '#web/app/people/people-list.tsx'

const pageSize = 10

/** The query key that all data of this page is cached below, so that a change can refresh all of it. */
export const invitesKey = (guildId: string) => [...guildKey(guildId), 'invites'] as const

/** Inviters with their counts, most first, ten more at a time. */
export const useBoard = (guildId: string) =>
  useInfiniteQuery({
    queryKey: [...invitesKey(guildId), 'board'],
    queryFn: ({ pageParam, signal }) =>
      call(invites, 'board', { params: { guildId }, query: { offset: pageParam, limit: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOffset(pages, pageSize),
  })

/** The latest joins, and how certain each is; of one person if `user` is given. */
export const useJoins = (guildId: string, user: string | undefined) =>
  useInfiniteQuery({
    queryKey: [...invitesKey(guildId), 'joins', 'list', user],
    queryFn: ({ pageParam, signal }) =>
      call(invites, 'joins', { params: { guildId }, query: { offset: pageParam, limit: pageSize, user }, signal }),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOffset(pages, pageSize),
  })

/** The active invites, as last seen. */
export const useCodes = (guildId: string) =>
  useQuery({
    queryKey: [...invitesKey(guildId), 'codes'],
    queryFn: ({ signal }) => call(invites, 'codes', { params: { guildId }, signal }),
  })
