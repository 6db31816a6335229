import { useTexts } from "@/components/i18n/i18n-provider";
import { Card } from "@/components/ui/card";
import { Text } from "@/components/ui/text";

type Props = { title: string; of: string; rows: { name: string; denied: number; decided: number }[] };

/** Who is denied most: a bar in each line of the table. */
export function DeniedBy({ title, of, rows }: Props) {
  const t = useTexts();
  const most = Math.max(1, ...rows.map(({ denied }) => denied));
  const number = new Intl.NumberFormat(t.locale);
  return (
    <Card title={title}>
      <p className="px-4 pt-3 text-xs text-ink-2">{t("insights.denied.means")}</p>
      {rows.length === 0 ? (
        <p className="px-4 py-6 text-sm text-ink-3">{t("insights.denied.none")}</p>
      ) : (
        <table className="mt-1.5 mb-2 w-full border-collapse text-xs tabular-nums">
          <caption className="sr-only">{t("insights.numbers", { figure: title })}</caption>
          <thead>
            <tr className="text-2xs text-ink-3">
              <th scope="col" className="w-full py-1 pr-2 pl-4 text-left font-medium">
                {of}
              </th>
              <th scope="col" className="px-2 py-1 text-right font-medium whitespace-nowrap">
                {t("state.denied")}
              </th>
              <th scope="col" className="py-1 pr-4 pl-2 text-right font-medium whitespace-nowrap">
                {t("insights.decided")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, denied, decided }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="py-1.5 pr-2 pl-4 text-left font-normal">
                  <span className="block [overflow-wrap:anywhere]">
                    <Text>{name}</Text>
                  </span>
                  <span aria-hidden="true" className="mt-1 block h-1 rounded-full bg-sunken">
                    <span className="block h-1 rounded-full bg-deny" style={{ width: `${(denied / most) * 100}%` }} />
                  </span>
                </th>
                <td className="px-2 py-1.5 text-right align-top">{number.format(denied)}</td>
                <td className="py-1.5 pr-4 pl-2 text-right align-top text-ink-2">{number.format(decided)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
