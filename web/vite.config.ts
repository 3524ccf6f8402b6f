import { defineConfig } from "vite";

// Relative addresses, so that the folder works from any path of any static host.
export default defineConfig({
  base: "./",
  build: {
    outDir: "dist",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
});
