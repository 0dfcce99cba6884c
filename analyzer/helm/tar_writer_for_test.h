// Makes .tgz archives in memory, well-formed and hostile ones, for tests.
#ifndef CHARTLINT_ANALYZER_HELM_TAR_WRITER_FOR_TEST_H_
#define CHARTLINT_ANALYZER_HELM_TAR_WRITER_FOR_TEST_H_

#include <zlib.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace chartlint {

// One entry: header, content, padding. `type` as in a tar header: '0' file, '5' folder, '2' link, 'L' long name, 'x' pax.
inline std::string TarEntry(const std::string& name, const std::string& content, char type = '0') {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  std::snprintf(&header[100], 8, "%07o", 0644);
  std::snprintf(&header[124], 12, "%011llo", static_cast<unsigned long long>(content.size()));
  header[156] = type;
  header.replace(257, 8, std::string("ustar\00000", 8));
  std::memset(&header[148], ' ', 8);
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  std::snprintf(&header[148], 8, "%06o", sum);
  std::string padded = content;
  padded.resize((content.size() + 511) / 512 * 512, '\0');
  return header + padded;
}

inline std::string Gzip(const std::string& bytes) {
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(&out[0]);
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline std::string Tgz(const std::string& entries) { return Gzip(entries + std::string(1024, '\0')); }

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_TAR_WRITER_FOR_TEST_H_
