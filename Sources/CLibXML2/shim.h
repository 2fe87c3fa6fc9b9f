#ifndef CLIBXML2_SHIM_H
#define CLIBXML2_SHIM_H

/* Without the headers of ICU, where libxml2 was built with it: Foundation's module has its own copy
   of them, and a file that sees both does not compile. Only the ends of structures that libxml2
   itself allocates differ. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

/* Every header by name: from 2.12 on they include one another less. */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlwriter.h>
#include <libxml/xpath.h>
#include <stddef.h>
#include <string.h>

/* xmlFree is a mutable global function pointer, which Swift 6 refuses to touch. */
static inline void clibxml2_free(void *pointer) {
  if (pointer) xmlFree(pointer);
}

/* The first error of a schema or a query; later ones are consequences of it. */
typedef struct clibxml2_failure {
  int code;
  int line;
  char message[240];
} clibxml2_failure;

static inline const char *clibxml2_failure_message(const clibxml2_failure *failure) {
  return failure->message;
}

/* The callback's parameter became a pointer to const in 2.12; Swift never sees the type. */
#if LIBXML_VERSION >= 21200
typedef const xmlError *clibxml2_error;
#else
typedef xmlErrorPtr clibxml2_error;
#endif

static inline void clibxml2_keep_first_failure(void *context, clibxml2_error error) {
  clibxml2_failure *failure = (clibxml2_failure *)context;
  size_t length;
  if (!failure || !error || failure->code != 0 || error->level < XML_ERR_ERROR) return;
  failure->code = error->code;
  failure->line = error->line;
  strncpy(failure->message, error->message ? error->message : "", sizeof failure->message - 1);
  failure->message[sizeof failure->message - 1] = 0;
  length = strlen(failure->message);
  while (length > 0 && failure->message[length - 1] == '\n') failure->message[--length] = 0;
}

/* Collects the errors of a schema instead of letting libxml2 print them; `failure` must outlive it.
   There are contexts for reading and for judging. */
static inline void clibxml2_schema_parser_set_failure(xmlSchemaParserCtxtPtr context,
                                                      clibxml2_failure *failure) {
  xmlSchemaSetParserStructuredErrors(context, clibxml2_keep_first_failure, failure);
}

static inline void clibxml2_schema_judge_set_failure(xmlSchemaValidCtxtPtr context,
                                                     clibxml2_failure *failure) {
  xmlSchemaSetValidStructuredErrors(context, clibxml2_keep_first_failure, failure);
}

/* The same for queries. */
static inline void clibxml2_query_set_failure(xmlXPathContextPtr context,
                                              clibxml2_failure *failure) {
  context->error = clibxml2_keep_first_failure;
  context->userData = failure;
}

#endif
