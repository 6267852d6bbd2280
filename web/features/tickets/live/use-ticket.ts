import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { Body } from '#contract'
import tickets from '#features/tickets/contract.ts'
import type { endpoints } from '#features/tickets/live/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import type { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { useLive } from '#web/app/live/use-live.ts'
import { openTicketsKey } from '../open-tickets/open-tickets-key.ts'

const ticketKey = (guildId: string, ticketId: string) => [...guildKey(guildId), 'tickets', 'one', ticketId] as const
const messagesKey = (guildId: string, ticketId: string) => [...ticketKey(guildId, ticketId), 'messages'] as const
const factsKey = (guildId: string, ticketId: string) => [...ticketKey(guildId, ticketId), 'facts'] as const
const answeringKey = (guildId: string, ticketId: string) => [...ticketKey(guildId, ticketId), 'answering'] as const

/** How often the relative times on the page are updated if nothing happens (ms). */
const everyMs = 30_000
/** How long until asking again who is writing (ms): they may just have stopped. */
const answeringMs = 6000

const changed = z.object({ ticketId: z.number() })

/** A ticket with its conversation, with live updates; `connected` is false while the stream is broken. */
export function useTicket(guildId: string, ticketId: string) {
  const client = useQueryClient()
  const [connected, setConnected] = useState(true)
  useLive(tickets, 'live', guildId, () => void reload(client, ticketKey(guildId, ticketId)), {
    concerns: data => String(changed.safeParse(data).data?.ticketId) === ticketId,
    onConnection(isThere) {
      setConnected(isThere)
      // The server ends the stream for somebody who has lost the right to see it.
      if (!isThere) void reload(client, factsKey(guildId, ticketId))
    },
  })
  const params = { guildId, ticketId }
  const facts = useQuery({
    queryKey: factsKey(guildId, ticketId),
    queryFn: ({ signal }) => call(tickets, 'ticket', { params, signal }),
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
  })
  const isOver = facts.data?.ticket.state === 'deleted'
  const messages = useInfiniteQuery({
    queryKey: messagesKey(guildId, ticketId),
    queryFn: ({ pageParam: before, signal }) => call(tickets, 'ticketMessages', { params, query: { before }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ earlier }) => earlier ?? undefined,
    enabled: facts.data !== undefined && !isOver,
  })
  const answering = useQuery({
    queryKey: answeringKey(guildId, ticketId),
    queryFn: ({ signal }) => call(tickets, 'answering', { params, signal }),
    enabled: facts.data !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.names.length > 0 ? answeringMs : false),
    retry: false,
  })
  return { facts, messages, others: answering.data?.names ?? [], connected }
}

export type ShownTicket = ReturnType<typeof useTicket>

/** The team's acts on a ticket. Each reloads it, whether done or refused: somebody else may have acted first. */
export function useTicketActs(guildId: string, ticketId: string) {
  const client = useQueryClient()
  const params = { guildId, ticketId }
  const onSettled = () =>
    Promise.all([reload(client, ticketKey(guildId, ticketId)), reload(client, openTicketsKey(guildId))])
  return {
    claim: useMutation({
      mutationFn: (from: string | null) => call(tickets, 'claim', { params, body: { from } }),
      onSettled,
    }),
    release: useMutation({ mutationFn: () => call(tickets, 'release', { params }), onSettled }),
    prioritise: useMutation({
      mutationFn: (body: Body<(typeof endpoints)['prioritise']>) => call(tickets, 'prioritise', { params, body }),
      onSettled,
    }),
    close: useMutation({
      mutationFn: (reason: string) => call(tickets, 'close', { params, body: { reason } }),
      onSettled,
    }),
    reopen: useMutation({ mutationFn: () => call(tickets, 'reopen', { params }), onSettled }),
    remove: useMutation({ mutationFn: () => call(tickets, 'deleteTicket', { params }), onSettled }),
    add: useMutation({
      mutationFn: (body: Body<(typeof endpoints)['addPerson']>) => call(tickets, 'addPerson', { params, body }),
      onSettled,
    }),
    take: useMutation({
      mutationFn: (targetId: string) => call(tickets, 'removePerson', { params: { ...params, targetId } }),
      onSettled,
    }),
    transfer: useMutation({
      mutationFn: (to: string) => call(tickets, 'transfer', { params, body: { to } }),
      onSettled,
    }),
    rename: useMutation({
      mutationFn: (name: string) => call(tickets, 'rename', { params, body: { name } }),
      onSettled,
    }),
    move: useMutation({
      mutationFn: (panelId: string) => call(tickets, 'moveTicket', { params, body: { panelId } }),
      onSettled,
    }),
    note: useMutation({
      mutationFn: ({ requests, text }: { requests: ReturnType<typeof useIdempotentRequests>; text: string }) =>
        requests.send({ text }, key => call(tickets, 'noteInternally', { params, body: { text, key } })),
      onSettled,
    }),
    transcript: useMutation({ mutationFn: () => call(tickets, 'makeTranscript', { params }), onSettled }),
  }
}

export type TicketActs = ReturnType<typeof useTicketActs>

/** The team's ready answers, with those that fit the member's latest message first. */
export const useTags = (guildId: string, ticketId: string, lastMessageId: string | undefined, enabled: boolean) =>
  useQuery({
    queryKey: [...ticketKey(guildId, ticketId), 'tags', lastMessageId],
    queryFn: ({ signal }) =>
      call(tickets, 'tags', { params: { guildId }, query: { ticketId: Number(ticketId) }, signal }),
    enabled,
    placeholderData: known => known,
  }).data?.tags ?? []

/** Sends answers, and notifies others that one is being written. */
export function useSending(guildId: string, ticketId: string) {
  const client = useQueryClient()
  const params = { guildId, ticketId }
  return {
    send: async (body: Body<(typeof endpoints)['answer']>) => {
      await call(tickets, 'answer', { params, body })
      await reload(client, ticketKey(guildId, ticketId))
    },
    // Whether others are notified does not matter to the answer.
    note: () => void call(tickets, 'noteAnswering', { params }).catch(() => undefined),
  }
}
