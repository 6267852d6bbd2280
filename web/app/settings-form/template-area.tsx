import { Braces } from 'lucide-react'
import type { Binding } from './binding.ts'
import { unknownWords } from './unknown-words.ts'
import { Button } from '#web/ui/button.tsx'
import type { Placeholder } from '#web/ui/form/placeholder-list.tsx'
import { TextArea } from '#web/ui/form/text-input.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

/** `text` with the selection replaced by `inserted`; at the end if nothing is selected. */
export const insertAt = (text: string, inserted: string, start = text.length, end = start): string =>
  text.slice(0, start) + inserted + text.slice(end)

/** A text area for a template, with a menu that inserts placeholders at the cursor. */
export function TemplateArea({ of, offered }: { of: Binding<unknown>; offered: readonly Placeholder[] }) {
  const value = typeof of.value === 'string' ? of.value : ''
  const insert = (name: string) => {
    const area = document.querySelector<HTMLTextAreaElement>(`textarea[name="${CSS.escape(of.name)}"]`)
    of.onChange(insertAt(value, name, area?.selectionStart, area?.selectionEnd))
  }
  return (
    <div className="template-area">
      <TextArea {...of} value={value} warning={unknownWords(value, of.fills)} />
      <Menu
        align="start"
        className="template-menu"
        trigger={
          <Button variant="ghost" size="sm" icon={<Braces aria-hidden />} why={of.disabled}>
            Insert a placeholder
            <span className="visually-hidden"> into {of.label}</span>
          </Button>
        }
      >
        {offered.map(({ name, example }) => (
          <MenuItem key={name} end={<span className="muted">{example}</span>} onSelect={() => insert(name)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
