import { isOutage } from '#kit/discord-errors.ts'
import type { Services } from '#kernel/feature.ts'
import { demandSanctionable } from './discord-action.ts'
import { refusalSentence } from './refusal.ts'
import type { SanctionOrder } from './sanction-order.ts'

/**
 * Why an order would not be carried out on somebody, as a sentence, by what is checked before it is; undefined when it
 * would be. For what tries rules: nothing is done, recorded or told.
 */
export async function whySpared(
  services: Pick<Services, 'access'>,
  order: Pick<SanctionOrder, 'guild' | 'target' | 'kind' | 'source' | 'moderatorId'>,
): Promise<string | undefined> {
  try {
    await demandSanctionable(services, order)
    return undefined
  } catch (error) {
    if (isOutage(error)) throw error
    return refusalSentence(error)
  }
}
