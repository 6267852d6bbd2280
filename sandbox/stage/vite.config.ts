import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The stage: the sandbox's chat page. `SANDBOX_URL` is the address of a running sandbox, for development. */
const root = join(import.meta.dirname, '../..')
const sandbox = process.env['SANDBOX_URL'] ?? 'http://localhost:3100'

export default defineConfig({
  root: import.meta.dirname,
  publicDir: join(root, 'web/public'),
  plugins: [react()],
  build: {
    outDir: join(root, 'dist/stage'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    // The permission rules bring Discord's enums with them; the page is served from the same machine.
    chunkSizeWarningLimit: 700,
    // The dashboard loads the pickers when they are needed; here they always are.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
  server: { proxy: { '/api': sandbox, '/cdn': sandbox, '/sandbox': sandbox } },
})
