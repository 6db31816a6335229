"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { LiveStream } from "./live-stream";
import { ReadingFailed } from "./read-console";
import { type ViewerFacts, ViewerProvider } from "./viewer";

function newClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What was read before is never shown as live: every page that appears asks again.
        staleTime: 0,
        refetchOnMount: "always",
        refetchOnWindowFocus: "always",
        // The browser's own idea of being online is often wrong; we ask, and say what came of it.
        networkMode: "always",
        retry: (failures, error) => failures < 1 && !(error instanceof ReadingFailed && error.status < 500),
        retryDelay: 800,
      },
    },
  });
}

export function ConsoleProviders({ viewer, children }: { viewer: ViewerFacts; children: ReactNode }) {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <LiveStream />
      <ViewerProvider viewer={viewer}>{children}</ViewerProvider>
    </QueryClientProvider>
  );
}
