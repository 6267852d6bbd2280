import { close, type Model } from './state-machine.ts'

const hour = 60
const day = 24 * hour

/** How long before its end a ticket's closing is announced: a day, or half of a period shorter than two days. */
const noticeOf = (length: number) => Math.min(day, length / 2)

interface Due {
  at: number
  happens(model: Model): void
}

/** An ending: first it is announced, and after the notice the ticket is closed. */
function ending(began: number, length: number, said: number | null, say: (model: Model) => void): Due {
  if (said === null || said < began) return { at: began + length - noticeOf(length), happens: say }
  return { at: Math.max(began + length, said + noticeOf(length)), happens: close }
}

function dueIn(model: Model): Due[] {
  const { state, wish, panel, awaiting, began, spoken, warned, overdueWarned, closesOnRequest, deletes } = model
  if (state === 'closed') return deletes === null ? [] : [{ at: deletes, happens: one => void (one.state = 'deleted') }]
  if (state !== 'open') return []
  const { longest } = wish.rules[panel]
  const warn = (which: 'warned' | 'overdueWarned') => (one: Model) => {
    one[which] = one.time
    one.warnings += 1
  }
  // A ticket is not closed while the team owes an answer.
  const byItself =
    awaiting === 'team'
      ? []
      : [
          ...(wish.inactive === null ? [] : [ending(spoken, wish.inactive * day, warned, warn('warned'))]),
          ...(longest === 0 ? [] : [ending(began, longest * hour, overdueWarned, warn('overdueWarned'))]),
        ]
  return [...byItself, ...(closesOnRequest === null ? [] : [{ at: closesOnRequest, happens: close }])]
}

export function pass(model: Model, minutes: number): void {
  model.time += minutes
  if (model.renameWaits) model.shownName = model.name
  Object.assign(model, { renames: 0, renameWaits: false })
}

/** Applies what is due, one by one, the earliest first. */
export function happen(model: Model): void {
  for (;;) {
    const next = dueIn(model).toSorted((a, b) => a.at - b.at)[0]
    if (!next || next.at > model.time) return
    next.happens(model)
  }
}
