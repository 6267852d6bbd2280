import type {
  APIModalInteractionResponseCallbackComponent,
  APIApplicationCommandOptionChoice,
} from 'discord-api-types/v10'
import type { GatewayEvent } from './gateway.ts'
import { type Rest, sentenceOf } from './rest.ts'
import { createStore, type Store } from './store.ts'

export const interactionType = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const

/** Discord notifies a client after three seconds; this is for a sandbox that does not answer at all. */
const SILENCE_MS = 15_000
const NO_ANSWER = 'The application did not respond.'

export interface StageModal {
  id: string
  applicationId: string
  channelId: string
  title: string
  customId: string
  components: readonly APIModalInteractionResponseCallbackComponent[]
}

export interface StageInteractions {
  /** Keyed by what was used: '<message id> <custom id>' for components. */
  outcomes: Record<string, 'pending' | { failed: string }>
  modal: StageModal | undefined
}

interface InteractionRequest {
  type: (typeof interactionType)[keyof typeof interactionType]
  application_id: string
  channel_id: string
  guild_id?: string | undefined
  message_id?: string
  message_flags?: number
  data: unknown
}

export interface Interactions {
  state: Store<StageInteractions>
  /** Sends one and follows it under `key` until the app has answered. */
  start(key: string, request: InteractionRequest, files?: readonly File[]): Promise<void>
  suggestions(request: InteractionRequest): Promise<APIApplicationCommandOptionChoice[]>
  closeModal(): void
  hear(event: GatewayEvent): void
}

let nonces = 0
const freshNonce = () => `${Date.now()}${String((nonces += 1)).padStart(4, '0')}`

/** The interactions that the account started, with their outcome, matched by nonce. */
export function createInteractions(rest: Rest, sessionId: () => string | undefined): Interactions {
  const state = createStore<StageInteractions>({ outcomes: {}, modal: undefined })
  const waiting = new Map<string, (answer: 'done' | { failed: string }) => void>()
  const asking = new Map<string, (choices: APIApplicationCommandOptionChoice[]) => void>()
  const setOutcome = (key: string, outcome: 'pending' | { failed: string } | undefined) =>
    state.set(before => {
      const { [key]: _old, ...others } = before.outcomes
      return { ...before, outcomes: outcome === undefined ? others : { ...others, [key]: outcome } }
    })
  const post = (request: InteractionRequest, nonce: string, files: readonly File[]) =>
    rest.call<unknown>('POST', '/interactions', { ...request, session_id: sessionId(), nonce }, files)
  const settle = (data: Record<string, unknown>, answer: 'done' | { failed: string }) => {
    const nonce = data['nonce']
    if (typeof nonce === 'string' || typeof nonce === 'number') waiting.get(String(nonce))?.(answer)
  }

  return {
    state,
    async start(key, request, files = []) {
      const nonce = freshNonce()
      setOutcome(key, 'pending')
      const answer = await new Promise<'done' | { failed: string }>(resolve => {
        const silence = setTimeout(() => resolve({ failed: NO_ANSWER }), SILENCE_MS)
        waiting.set(nonce, result => {
          clearTimeout(silence)
          resolve(result)
        })
        post(request, nonce, files).catch((error: unknown) => waiting.get(nonce)?.({ failed: sentenceOf(error) }))
      })
      waiting.delete(nonce)
      setOutcome(key, answer === 'done' ? undefined : answer)
      if (answer !== 'done') throw new Error(answer.failed)
    },
    async suggestions(request) {
      const nonce = freshNonce()
      const found = new Promise<APIApplicationCommandOptionChoice[]>(resolve => {
        asking.set(nonce, resolve)
        setTimeout(() => resolve([]), SILENCE_MS)
      })
      await post(request, nonce, [])
      const choices = await found
      asking.delete(nonce)
      return choices
    },
    closeModal: () => state.set(before => ({ ...before, modal: undefined })),
    hear({ type, data }) {
      if (type === 'INTERACTION_SUCCESS') settle(data, 'done')
      if (type === 'INTERACTION_FAILURE') settle(data, { failed: NO_ANSWER })
      if (type === 'INTERACTION_MODAL_CREATE') {
        settle(data, 'done')
        const modal = data as unknown as {
          id: string
          channel_id: string
          application: { id: string }
          title: string
          custom_id: string
          components: StageModal['components']
        }
        state.set(before => ({
          ...before,
          modal: {
            id: modal.id,
            applicationId: modal.application.id,
            channelId: modal.channel_id,
            title: modal.title,
            customId: modal.custom_id,
            components: modal.components,
          },
        }))
      }
      if (type === 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE') {
        const { nonce, choices } = data as { nonce?: string; choices?: APIApplicationCommandOptionChoice[] }
        asking.get(String(nonce))?.(choices ?? [])
      }
    },
  }
}
