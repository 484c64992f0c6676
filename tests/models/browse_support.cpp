// SPDX-License-Identifier: Apache-2.0
#include "tests/models/browse_support.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSvgGenerator>
#include <QThread>
#include <QXmlStreamReader>

#include <cstdio>
#include <cstdlib>
#include <map>

#include "vmcore/format/byte_map/make_byte_map.h"
#include "vmcore/format/loader.h"

namespace relaxscope::testing {

DocumentData documentOf(Executable executable) {
  DocumentData data;
  data.executable = std::make_shared<const Executable>(std::move(executable));
  data.summary = std::make_shared<const ExecutableSummary>(summarize(*data.executable));
  data.diagnostics = std::make_shared<const Diagnostics>();
  return data;
}

DocumentData documentOfFile(const std::string& path) {
  auto file = loadFile(path);
  if (!file.ok()) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), file.error().text().c_str());
    std::exit(2);
  }
  DocumentData data;
  data.path = QString::fromStdString(path);
  data.file = std::make_shared<const LoadedFile>(*std::move(file));
  data.executable = data.file->executable;
  data.summary = std::make_shared<const ExecutableSummary>(summarize(*data.executable));
  data.diagnostics = std::make_shared<const Diagnostics>(data.file->notes);
  return data;
}

DocumentData documentWithBytes(const std::string& path) {
  DocumentData data = documentOfFile(path);
  data.byteMap = makeByteMap(data.file);
  return data;
}

void addTimes(Document& document, uint64_t measured) {
  const MiddleHalf kept(std::vector<double>(measured, 1000));
  const uint64_t runs = kept.size();
  const Executable* executable = document.executable();
  if (executable == nullptr) return;
  auto byCallee = std::make_shared<TraceStatistics>(), bySite = std::make_shared<TraceStatistics>();
  std::map<uint32_t, StatisticsRow> callees;
  double total = 0;
  for (size_t f = 0; f < executable->functions.size(); ++f) {
    const Function& function = executable->functions[f];
    if (!function.isBytecode()) continue;
    double inside = 0;
    for (int64_t pc = std::max<int64_t>(0, function.startInstr);
         pc < function.endInstr && pc < static_cast<int64_t>(executable->code.size()); ++pc) {
      const Instruction in = executable->code.at(InstrIndex(pc));
      if (!in.isCall() || in.words.size() < 4) continue;
      const Function* callee = executable->function(FuncIndex(in.callFunction()));
      if (callee == nullptr) continue;
      const bool kernel = callee->isPacked() && findBuiltin(callee->name) == nullptr;
      StatisticsRow row;
      row.kind = EventKind::Call;
      row.callee = static_cast<uint32_t>(in.callFunction());
      row.function = static_cast<uint32_t>(f);
      row.pc = static_cast<uint32_t>(pc);
      row.count = runs;
      const auto seed = static_cast<uint64_t>(pc) * 2654435761u + row.callee * 40503u;
      row.meanNs = kernel ? 600.0 + static_cast<double>((seed >> 7) % 60'000) * ((seed >> 3) % 4 == 0 ? 1.0 : 0.1)
                          : 28.0 + static_cast<double>(seed % 70);
      row.medianNs = row.meanNs * 0.97;
      row.p99Ns = row.meanNs * 1.6;
      row.totalNs = row.selfNs = row.meanNs * static_cast<double>(runs);
      inside += row.totalNs;
      StatisticsRow& sum = callees.try_emplace(row.callee, row).first->second;
      if (sum.pc != row.pc || sum.function != row.function) {
        sum.count += row.count;
        sum.totalNs += row.totalNs;
        sum.selfNs = sum.totalNs;
        sum.meanNs = sum.totalNs / static_cast<double>(sum.count);
      }
      bySite->rows.push_back(row);
    }
    StatisticsRow body;
    body.kind = EventKind::FunctionBody;
    body.callee = static_cast<uint32_t>(f);
    body.count = runs;
    body.totalNs = inside * 1.02;
    body.selfNs = inside * 0.02;
    body.meanNs = body.medianNs = body.totalNs / static_cast<double>(runs);
    body.p99Ns = body.meanNs * 1.2;
    byCallee->rows.push_back(body);
    total = std::max(total, body.totalNs);
  }
  for (auto& [callee, row] : callees) byCallee->rows.push_back(row);
  byCallee->runs = bySite->runs = measured;
  byCallee->kept = bySite->kept = kept;
  for (const auto& statistics : {byCallee, bySite})
    for (const StatisticsRow& row : statistics->rows) statistics->selfNs += row.selfNs;
  byCallee->totalNs = bySite->totalNs = total;
  document.setStatistics(byCallee, bySite);
}

bool settle(View& view) {
  QElapsedTimer timer;
  timer.start();
  do {
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    if (view.isSettled()) {
      QCoreApplication::processEvents();
      return true;
    }
    QThread::msleep(1);
  } while (timer.elapsed() < 30'000);
  return false;
}

QString paintedText(QWidget& widget) {
  QByteArray picture;
  {
    QBuffer buffer(&picture);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(widget.size());
    widget.render(&generator);
  }
  QStringList pieces;
  QXmlStreamReader reader(picture);
  while (!reader.atEnd())
    if (reader.readNextStartElement() && reader.name() == QStringLiteral("text"))
      pieces << reader.readElementText(QXmlStreamReader::IncludeChildElements);
  return pieces.join(QLatin1Char(' ')).simplified();
}

}  // namespace relaxscope::testing
