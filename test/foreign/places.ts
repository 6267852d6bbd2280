import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { bodyOf, type Contract } from '#contract'
import kernel from '#kernel/contract.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import { jsonSchemaOf } from '#kernel/http/openapi/schema.ts'
import type { RouteDescriptor } from '#kernel/http/server.ts'
import type { Harness } from '../harness.ts'
import type { Visitor } from '../visitor.ts'
import { type Leaf, leavesOf, needed } from './body-values.ts'
import type { Things } from './things.ts'

/** A place for an id in a call, and how to make the call with an id there. */
export interface Place {
  route: RouteDescriptor
  where: string
  takes(value: string): boolean
  send(value: string): ReturnType<Visitor['call']>
}

const text = 'Some words, as people write them!'

/** By name, or because the field accepts no ordinary text. */
function isForIds({ path, type, holding }: Leaf, schema: z.ZodType): boolean {
  if (/(id|ids|link|tag|panel|menu|draft|roles?|channels?|users?|members?|_to)(\[\])?$/i.test(path))
    return type === 'string' || /id(\[\])?$/i.test(path)
  // Text of another kind, in which an id has no meaning.
  if (/(color|name|invites\[\]|words\[\]|emoji)$/i.test(path)) return false
  return type === 'string' && !schema.safeParse(holding(text)).success
}

/** Other things here have small numbers as ids, too, so these prove nothing. */
const isTellTale = (kind: string) => kind !== 'link' && kind !== 'name' && !/ticketId$/i.test(kind)

/** The kinds of things that a place may name; all of them if its name does not say. */
export function kindsFor(where: string, kinds: readonly string[]): string[] {
  const said = [
    [/^:name$/, ['name']],
    [/ticket/i, ['ticketId', 'closedTicketId']],
    [/role/i, ['roleId']],
    [/channel/i, ['channelId', 'voiceId']],
    [/categor/i, ['categoryId', 'groupId']],
    [/user|member|person|target|moderator|owner/i, ['userId']],
    [/emoji/i, ['emojiId']],
    [/link$/i, ['link']],
    [/message/i, ['messageId', 'attachmentId']],
    [/^\?(search|q|before|after|feature|days|limit|page|offset)$/, ['userId', 'transcriptId']],
  ] as const
  return [...(said.find(([name]) => name.test(where.split('.').at(-1) ?? ''))?.[1] ?? kinds.filter(isTellTale))]
}

interface Caller {
  app: Harness
  manager: Visitor
  /** The server that calls are made in, and its things. */
  here: string
  own: Things
}

/** Finds the places in a call: in its address, its query and its body. */
export function placesFinder({ app, manager, here, own }: Caller): (route: RouteDescriptor) => Place[] {
  const contracts = (): Contract[] => [kernel, ...app.product.services.features.map(({ contract }) => contract)]

  const inPath = ({ path }: RouteDescriptor, other: Things = {}) =>
    path.replace(':guildId', here).replaceAll(/:(\w+)/g, (_, name: string) => other[name] ?? own[name] ?? '1')

  /** Other values that a call needs: things of the server that it is made in. */
  const fill = (name: string): unknown => {
    if (/^(key)$/.test(name)) return randomUUID()
    if (/channel/i.test(name)) return own['channelId']
    if (/role/i.test(name)) return own['roleId']
    if (/(user|member)_?id/i.test(name)) return own['userId']
    const known: Readonly<Record<string, unknown>> = {
      panelId: own['panelId'],
      title: 'A title',
      emoji: '🌱',
      revision: 0,
      name: 'named',
      source: 'written',
      choices: [{ id: 'one', role_id: own['roleId'], emoji: '🌱', label: 'One' }],
      trigger: { kind: 'message' },
      actions: [{ id: 'one', kind: 'reply', text: 'Hello' }],
      answers: [{ ...emptyMessage, content: 'Hello' }],
      message: { ...emptyMessage, content: 'Hello' },
      content: 'Hello',
      id: randomUUID().replaceAll('-', ''),
    }
    return known[name]
  }

  /** Values that a call needs although its contract does not require them. */
  const also: Readonly<Record<string, () => object>> = {
    'reactionroles.saveMenu': () => ({
      name: 'named',
      channel_id: own['channelId'],
      content: 'Hello',
      choices: fill('choices'),
    }),
    'automations.saveAutomation': () => ({ name: 'named', trigger: fill('trigger'), actions: fill('actions') }),
    'customcommands.saveCommand': () => ({ name: `named${Math.floor(Math.random() * 1e9)}`, answers: fill('answers') }),
    'tickets.savePanel': () => ({ title: 'Named', channel_id: own['channelId'] }),
    'tickets.answer': () => ({ text: 'Hello' }),
    'tickets.addPerson': () => ({ kind: 'user', id: own['userId'] }),
    'leveling.preview': () => ({ message: 'Hello' }),
    'access.grant': () => ({ kind: 'member', feature: 'invites', level: 'view', expiresAt: null }),
    'embeds.send': () => ({ message: { ...emptyMessage, content: `<@&${own['roleId']}> <@${own['userId']}>` } }),
  }

  function placesIn(
    route: RouteDescriptor,
    schema: z.ZodType,
    call: (body: object) => ReturnType<Visitor['call']>,
  ): Place[] {
    const more = also[`${route.feature}.${route.name}`]
    const whole = (leaf: Leaf, value: string) => {
      const held = leaf.holding(value) as Record<string, unknown>
      const [top = ''] = /^\w+/.exec(leaf.path) ?? []
      return { ...held, ...more?.(), [top]: held[top] }
    }
    return leavesOf(jsonSchemaOf(schema, 'input'), fill)
      .filter(leaf => isForIds(leaf, schema))
      .map(leaf => ({
        route,
        where: leaf.path,
        takes: value =>
          (leaf.type === 'string' || /^\d{1,15}$/.test(value)) && schema.safeParse(whole(leaf, value)).success,
        send: value => call(whole(leaf, value)),
      }))
  }

  function placesOf(route: RouteDescriptor): Place[] {
    const at = inPath(route)
    if (route.kind === 'form-write')
      return contracts()
        .flatMap(({ forms }) => Object.values(forms))
        .filter(form => `/api${form.address}` === route.path)
        .flatMap(form =>
          Object.entries<z.ZodType>(form.body.shape).flatMap(([key, schema]) =>
            placesIn(route, z.object({ [key]: schema }), body =>
              manager.call(route.method, at, bodyOf(form, { ...body })),
            ),
          ),
        )
    const endpoint = contracts().find(({ name }) => name === route.feature)?.endpoints[route.name]
    const body = endpoint?.body
    const query = endpoint?.query
    const params = [...route.path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => (name === 'guildId' ? [] : [name]))
    const least = () => ({
      ...(body && 'shape' in body && needed(jsonSchemaOf(body, 'input'), fill)),
      ...also[`${route.feature}.${route.name}`]?.(),
    })
    return [
      ...params.map(
        (name): Place => ({
          route,
          where: `:${name}`,
          takes: () => true,
          send: value =>
            manager.call(
              route.method,
              inPath(route, { [name]: encodeURIComponent(value) }),
              route.method === 'GET' ? undefined : least(),
            ),
        }),
      ),
      ...(body && 'shape' in body ? placesIn(route, body, said => manager.call(route.method, at, said)) : []),
      ...Object.entries<z.ZodType>(query?.shape ?? {}).flatMap(([key, schema]): Place[] => [
        {
          route,
          where: `?${key}`,
          takes: value => schema.safeParse(value).success,
          send: value =>
            manager.call(
              route.method,
              `${at}?${key}=${encodeURIComponent(value)}`,
              route.method === 'GET' ? undefined : {},
            ),
        },
      ]),
    ]
  }

  return placesOf
}
