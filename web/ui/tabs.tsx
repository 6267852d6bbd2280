import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import './tabs.css'

interface TabsProps {
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  /** What the tabs choose between. */
  label: string
  value?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
}

/** Switch between subjects of the page. The arrow keys move; only the chosen panel is rendered. */
export function Tabs({ tabs, label, value, onValueChange }: TabsProps) {
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value })}
      {...(onValueChange && { onValueChange })}
    >
      <Radix.List className="tabs" aria-label={label}>
        {tabs.map(tab => (
          <Radix.Trigger key={tab.value} value={tab.value} className="tab">
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(tab => (
        <Radix.Content key={tab.value} value={tab.value} className="tab-panel">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
