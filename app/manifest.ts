import type { MetadataRoute } from "next";

/** Lets a phone or a desktop keep the console as an app. It works as before: nothing is kept for use without the server. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Countersign",
    short_name: "Countersign",
    description: "The approval console for what AI agents want to do.",
    id: "/inbox",
    start_url: "/inbox",
    scope: "/",
    display: "standalone",
    background_color: "#fafaf8",
    theme_color: "#f3f3f0",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
