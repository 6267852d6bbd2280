import { ann, guest, type Login, owner } from './participants.ts'
import { answers, close, enterThread, isThread, leaveThread, type Model, move, reopen } from './state-machine.ts'

function take<T extends object>(taker: T, change: Partial<T>, ...unless: boolean[]): boolean {
  if (unless.some(Boolean)) return false
  Object.assign(taker, change)
  return true
}

function rename(model: Model, name: string): boolean {
  model.name = name
  model.renameWaits = model.renames === 2
  if (model.renameWaits) return true
  model.renames += 1
  model.shownName = name
  return true
}

export const commands = [
  'close',
  'reopen',
  'delete',
  'claim',
  'release',
  'transfer',
  'add',
  'remove',
  'high',
  'normal',
  'ask',
  'ask 2d',
  'rename alpha',
  'rename beta',
  'move help',
  'move billing',
] as const
export type Command = (typeof commands)[number]

/** Applies a command of the team to the model. @returns whether it changes anything */
export function change(model: Model, by: Login, does: Command): boolean {
  const isOver = model.state !== 'open'
  switch (does) {
    case 'close':
      if (isOver) return false
      close(model)
      return true
    case 'reopen':
      return reopen(model)
    case 'delete':
      if (model.state === 'open') close(model, true)
      model.state = 'deleted'
      return true
    case 'claim':
      return take(model, { claimedBy: by }, isOver, model.claimedBy !== null)
    case 'release': {
      const isOthers = by !== owner && model.claimedBy !== by
      return take(model, { claimedBy: null }, isOver, model.claimedBy === null, isOthers)
    }
    case 'transfer':
      return take(model, { claimedBy: ann }, isOver, !answers(model, ann), model.claimedBy === ann)
    case 'add':
      if (model.guests.has(guest) || !model.present.has(guest)) return false
      model.guests.add(guest)
      // A closed ticket is visible to the team alone, whoever was mentioned in it.
      if (isOver) leaveThread(model, [guest])
      else enterThread(model, [guest])
      return true
    case 'remove':
      if (!model.present.has(guest)) return false
      if (!model.guests.delete(guest) && !(isThread(model) && model.inThread.has(guest))) return false
      leaveThread(model, [guest])
      return true
    case 'high':
    case 'normal':
      return take(model, { priority: does }, isOver, model.priority === does)
    case 'ask':
      return take(model, { asked: true }, isOver, model.asked)
    case 'ask 2d':
      return take(model, { asked: true, closesOnRequest: model.time + 48 * 60 }, isOver, model.asked)
    case 'rename alpha':
    case 'rename beta':
      return rename(model, does.slice('rename '.length))
    case 'move help':
      return move(model, 'help')
    default:
      return move(model, 'billing')
  }
}
