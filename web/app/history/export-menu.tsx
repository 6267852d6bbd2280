import { Download } from 'lucide-react'
import kernel from '#kernel/contract.ts'
import { mostExported } from '#kernel/history/contract.ts'
import { formatNumber } from '#web/ui/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuLink } from '#web/ui/menu.tsx'
import { address } from '../api.ts'
import type { HistoryPageFilter } from './history-filter.ts'

const formats = [
  { format: 'csv', label: 'CSV, for a spreadsheet' },
  { format: 'json', label: 'JSON' },
] as const

/** Downloads the changes that match these filters as a file. */
export function ExportMenu({ guildId, filter }: { guildId: string; filter: HistoryPageFilter }) {
  return (
    <Menu
      label={`What the filters show, up to ${formatNumber(mostExported)} changes`}
      trigger={<Button icon={<Download aria-hidden />}>Export</Button>}
    >
      {formats.map(({ format, label }) => (
        <MenuLink key={format}>
          <a
            href={address(kernel.endpoints.exportHistory.path, { params: { guildId }, query: { ...filter, format } })}
            download
          >
            {label}
          </a>
        </MenuLink>
      ))}
    </Menu>
  )
}
