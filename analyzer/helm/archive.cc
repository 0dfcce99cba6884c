#include "analyzer/helm/archive.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace chartlint {
namespace {

constexpr size_t kBlock = 512;  // tar's unit
// Headers and padding come on top of the files; a chart of many tiny files is mostly those.
constexpr size_t kMaxTarBytes = kMaxChartBytes + (64u << 20);

absl::Status TooLarge() {
  return absl::InvalidArgumentError(absl::StrCat("the unpacked chart is larger than Helm's limit of ",
                                                 kMaxChartBytes >> 20, " MiB"));
}

absl::StatusOr<std::string> Gunzip(absl::string_view gzipped) {
  z_stream stream = {};
  constexpr int kGzipOnly = 16 + MAX_WBITS;
  if (inflateInit2(&stream, kGzipOnly) != Z_OK) return absl::ResourceExhaustedError("no memory to unpack the chart");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzipped.data()));
  stream.avail_in = static_cast<uInt>(gzipped.size());
  std::string out;
  char buffer[1 << 16];
  int code = Z_OK;
  while (out.size() <= kMaxTarBytes) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    code = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer, sizeof buffer - stream.avail_out);
    if (code == Z_STREAM_END && stream.avail_in > 0) {
      // Members may follow each other; Go's reader, and so Helm, reads them as one.
      inflateReset(&stream);
      continue;
    }
    if (code != Z_OK) break;
  }
  inflateEnd(&stream);
  if (out.size() > kMaxTarBytes) return TooLarge();
  if (code != Z_STREAM_END) return absl::InvalidArgumentError("the archive is damaged or cut short");
  return out;
}

absl::string_view Field(absl::string_view header, size_t offset, size_t size) {
  const absl::string_view field = header.substr(offset, size);
  return field.substr(0, field.find('\0'));
}

// Octal text, or base 256 when the top bit is set (sizes above 8 GiB, which we refuse later).
bool ParseSize(absl::string_view field, uint64_t* size) {
  *size = 0;
  if (!field.empty() && (static_cast<unsigned char>(field[0]) & 0x80) != 0) {
    for (size_t i = 1; i < field.size(); ++i) {
      if (*size >> 48 != 0) return false;
      *size = *size << 8 | static_cast<unsigned char>(field[i]);
    }
    return true;
  }
  for (const char c : field) {
    if (c == ' ' || c == '\0') continue;
    if (c < '0' || c > '7' || *size >> 48 != 0) return false;
    *size = *size * 8 + static_cast<uint64_t>(c - '0');
  }
  return true;
}

bool ChecksumHolds(absl::string_view header) {
  constexpr size_t kChecksumAt = 148, kChecksumSize = 8;
  uint64_t wanted = 0;
  if (!ParseSize(header.substr(kChecksumAt, kChecksumSize), &wanted)) return false;
  uint64_t sum = 0;
  for (size_t i = 0; i < header.size(); ++i) {
    const bool in_checksum = i >= kChecksumAt && i < kChecksumAt + kChecksumSize;
    sum += in_checksum ? ' ' : static_cast<unsigned char>(header[i]);
  }
  return sum == wanted;
}

// Records of a pax header are "LENGTH KEY=VALUE\n".
void ReadPax(absl::string_view records, std::string* path, std::string* size) {
  while (!records.empty()) {
    const size_t space = records.find(' ');
    size_t length = 0;
    if (space == absl::string_view::npos || !absl::SimpleAtoi(records.substr(0, space), &length) ||
        length <= space + 1 || length > records.size()) {
      return;
    }
    const absl::string_view record = records.substr(space + 1, length - space - 2);
    const size_t equals = record.find('=');
    if (equals != absl::string_view::npos) {
      if (record.substr(0, equals) == "path") *path = std::string(record.substr(equals + 1));
      if (record.substr(0, equals) == "size") *size = std::string(record.substr(equals + 1));
    }
    records.remove_prefix(length);
  }
}

// path.Clean of Go for a relative path.
std::string CleanPath(absl::string_view path) {
  std::vector<absl::string_view> parts;
  for (const absl::string_view part : absl::StrSplit(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  return parts.empty() ? "." : absl::StrJoin(parts, "/");
}

// The name inside the chart, or why it is refused.
absl::StatusOr<std::string> NameInChart(absl::string_view name) {
  const std::string slashes =
      absl::StrContains(name, '\\') ? absl::StrReplaceAll(name, {{"\\", "/"}}) : std::string(name);
  const size_t first = slashes.find('/');
  if (slashes.substr(0, first) == "Chart.yaml") {
    return absl::InvalidArgumentError("Chart.yaml is not inside a folder of the archive");
  }
  const std::string rest = first == std::string::npos ? "" : slashes.substr(first + 1);
  if (absl::StartsWith(rest, "/")) return absl::InvalidArgumentError("the archive holds absolute paths");
  const std::string clean = CleanPath(rest);
  if (clean == ".") {
    return absl::InvalidArgumentError(absl::StrCat("the archive holds \"", name, "\" outside of the chart's folder"));
  }
  if (absl::StartsWith(clean, "..")) {
    return absl::InvalidArgumentError(absl::StrCat("the archive holds \"", name, "\", which leads out of the chart"));
  }
  if (clean.size() > 2 && absl::ascii_isalpha(static_cast<unsigned char>(clean[0])) && clean.compare(1, 2, ":/") == 0) {
    return absl::InvalidArgumentError(absl::StrCat("the archive holds \"", name, "\", a path with a drive letter"));
  }
  return clean;
}

}  // namespace

bool LooksGzipped(absl::string_view bytes) { return absl::StartsWith(bytes, "\x1f\x8b\x08"); }

absl::string_view WithoutByteOrderMark(absl::string_view bytes) {
  return absl::StartsWith(bytes, "\xef\xbb\xbf") ? bytes.substr(3) : bytes;
}

absl::StatusOr<std::vector<ChartFile>> ReadChartArchive(absl::string_view gzipped) {
  if (!LooksGzipped(gzipped)) return absl::InvalidArgumentError("this is no gzipped archive");
  absl::StatusOr<std::string> tar = Gunzip(gzipped);
  if (!tar.ok()) return tar.status();

  std::vector<ChartFile> files;
  size_t total = 0;
  std::string long_name, pax_size;  // of the next entry
  absl::string_view rest = *tar;
  while (rest.size() >= kBlock && rest[0] != '\0') {
    const absl::string_view header = rest.substr(0, kBlock);
    uint64_t size = 0;
    if (!ChecksumHolds(header) || !ParseSize(header.substr(124, 12), &size)) {
      return absl::InvalidArgumentError("the archive is damaged: an entry has no valid header");
    }
    if (!pax_size.empty() && !absl::SimpleAtoi(pax_size, &size)) {
      return absl::InvalidArgumentError("the archive is damaged: an entry has no valid size");
    }
    const char type = header[156];
    rest.remove_prefix(kBlock);
    if (size > rest.size()) return absl::InvalidArgumentError("the archive is damaged or cut short");
    const absl::string_view content = rest.substr(0, static_cast<size_t>(size));
    rest.remove_prefix(std::min(rest.size(), static_cast<size_t>((size + kBlock - 1) / kBlock * kBlock)));

    if (type == 'x') {
      ReadPax(content, &long_name, &pax_size);
      continue;
    }
    if (type == 'L') {
      long_name = std::string(content.substr(0, content.find('\0')));
      continue;
    }
    std::string name = long_name;
    if (name.empty()) {
      const absl::string_view prefix = Field(header, 257, 5) == "ustar" ? Field(header, 345, 155) : "";
      name = absl::StrCat(prefix, prefix.empty() ? "" : "/", Field(header, 0, 100));
    }
    long_name.clear();
    pax_size.clear();
    if (type == 'g' || type == 'K' || type == '5' || absl::EndsWith(name, "/")) continue;

    absl::StatusOr<std::string> inside = NameInChart(name);
    if (!inside.ok()) return inside.status();
    const bool regular = type == '0' || type == '\0' || type == '7';
    const absl::string_view bytes = regular ? content : absl::string_view();
    if (bytes.size() > kMaxChartFileBytes) {
      return absl::InvalidArgumentError(absl::StrCat("\"", name, "\" is larger than Helm's limit of ",
                                                     kMaxChartFileBytes >> 20, " MiB a file"));
    }
    total += bytes.size();
    if (total > kMaxChartBytes) return TooLarge();
    files.push_back({*std::move(inside), std::string(WithoutByteOrderMark(bytes))});
  }
  if (files.empty()) return absl::InvalidArgumentError("the archive holds no files");
  return files;
}

}  // namespace chartlint
