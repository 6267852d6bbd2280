import {
  choiceProblems,
  type Menu,
  type MenuDesign,
  menuDesign,
  textProblems,
} from '#features/reactionroles/menus/contract.ts'
import { toldMenu } from '#features/reactionroles/menus/field-labels/contract.ts'
import { schemaMistakes, useDesignEditor } from '#web/app/design-editor/use-design-editor.ts'
import { mergingOf } from '#web/app/settings-form/merge.ts'
import { useMenuCalls } from '../use-menus.ts'

const menus = mergingOf(menuDesign, toldMenu)
const emptyDesign: MenuDesign = { ...menuDesign.parse({ name: 'Menu' }), name: '' }

/** Mistakes in a menu by field, found by the same code as on the server. */
const mistakesIn = (design: MenuDesign): Record<string, string> => ({
  ...schemaMistakes(menuDesign, design),
  ...(design.source === 'written' ? textProblems(design) : {}),
  ...choiceProblems(design),
  ...Object.fromEntries(
    design.choices.flatMap(({ role_id }, at) => (role_id === '' ? [[`choices.${at}.role_id`, 'Choose a role.']] : [])),
  ),
})

const postedWords = ({ message_id, message_missing, source }: Menu) =>
  message_id !== null && !message_missing
    ? 'Saved, and the message is updated.'
    : source === 'attached'
      ? 'Saved and attached.'
      : 'Saved and posted.'

/** A note about choices that were removed or give another role now, and that other messages may still offer. */
function buttonWords(before: Menu | undefined, { choices }: Menu): string {
  if (!before || before.message_id === null || before.kind === 'reactions') return ''
  const stays = (one: Menu['choices'][number]) =>
    choices.some(({ id, role_id }) => id === one.id && role_id === one.role_id)
  if (before.choices.every(stays)) return ''
  return ' Buttons in other messages that are set to this menu follow it, but keep their labels.'
}

/** @param options.menu undefined for a new one */
export function useMenuEditor({
  guildId,
  menu,
  ...options
}: {
  guildId: string
  id: string
  menu: Menu | undefined
  readOnly: boolean
  onSaved: (saved: Menu) => void
}) {
  const calls = useMenuCalls(guildId)
  const { deploy, remove } = calls
  const editing = useDesignEditor({
    ...options,
    noun: 'menu',
    merging: menus,
    listed: menu,
    empty: emptyDesign,
    mistakesIn,
    calls,
    conflictCodes: ['reactionroles.conflict', 'reactionroles.no-menu'],
    /** @param posts whether to post it, too, or to change its message */
    told(saved, posts: boolean) {
      const also = buttonWords(menu, saved)
      const run = () => deploy.mutateAsync(saved.id)
      return posts
        ? { run, told: `${postedWords(saved)}${also}`, failed: 'Failed to post the menu' }
        : `Menu saved.${also}`
    },
  })
  const busy = editing.saving || deploy.isPending
  return {
    ...editing,
    busy,
    save: (posts: boolean) => {
      if (!busy) editing.save(posts)
    },
    remove,
  }
}

export type MenuEditing = ReturnType<typeof useMenuEditor>
