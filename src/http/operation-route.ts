import type { Request, RequestHandler, Response } from 'express';
import { AppError, isObject } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { answerHeaders, sendAnswer } from './answer.ts';
import { arrivalOf, singleValues } from './arrival.ts';
import { type BodyFormat, bodyValueOf, formatOf, hasBody } from './body-formats.ts';
import { partAnswer } from './byte-answer.ts';
import type { Operation } from './document.ts';
import type { Arrival, OperationHandler, OperationRequest } from './operation.ts';
import { type QueryRules, queryReader } from './query.ts';
import { countRequest } from './request-limits.ts';
import type { DocumentRouterOptions } from './surface-options.ts';
import { demandKnownMembers } from './unknown-members.ts';
import type { Validator } from './validator.ts';
import { withValidators } from './validators.ts';
import { noteForLine } from './watch-requests.ts';

type ReadBody = (req: Request, res: Response) => Promise<Buffer | undefined>;

type RouteOptions<Caller, Traits> = Omit<DocumentRouterOptions<Caller, Traits>, 'bodies'> & {
  validator: Validator;
  readBody: ReadBody;
  bodies: readonly BodyFormat[];
  query: QueryRules;
  answerType: string;
};

/** The steps of a request through one operation. */
export function createRoute<Caller, Traits>(
  operation: Operation & Traits,
  handler: OperationHandler<Caller, Traits>,
  options: RouteOptions<Caller, Traits>,
): RequestHandler {
  const { authenticate, describeCaller, limits, readBody, validator, runIdempotently, answerType } =
    options;
  const queryOf = queryReader(operation, options.query);
  const typed = validator.forOperation(operation);
  const bodyOf = bodyParser(operation, options);
  return async (req, res) => {
    res.set(answerHeaders);
    const arrival = arrivalOf(req, () => readBody(req, res));
    const caller = await authenticate(operation, arrival);
    noteForLine(res, describeCaller?.(caller));
    if (options.headersFor) res.set(options.headersFor(caller));
    for (const count of [limits?.ofCaller?.(caller, operation) ?? []].flat())
      if (limits) await countRequest(limits, count, res, 'always');
    const body = await bodyOf(req, arrival);
    const query = typed({
      path: req.path,
      headers: req.headers,
      query: queryOf(req.originalUrl),
      body,
    });
    const request: OperationRequest<Traits> = {
      params: singleValues(req.params),
      query,
      body,
      rawBody: arrival.rawBody,
      headers: singleValues(req.headers),
      operation,
    };
    const run = async (acting: Caller) => {
      // Inside, so that the repetition of a request that was answered already does not count.
      if (limits)
        await countRequest(limits, limits.ofOperation?.(acting, request), res, 'when refused');
      return handler(acting, request);
    };
    const whole = runIdempotently ? await runIdempotently(caller, request, run) : await run(caller);
    const answer = whole.bytes
      ? partAnswer(req, whole, whole.bytes)
      : withValidators(operation, whole, answerType, request.headers);
    if (options.checkAnswers) validator.demandDeclared(operation, answer);
    await sendAnswer(answer, answerType, res);
  };
}

/** Reads, parses and spells the body; undefined where the operation has none or the request may leave it out. */
function bodyParser(
  { requestBody, operationId, method, responses }: Operation,
  { bodies, spellBody }: Pick<RouteOptions<unknown, object>, 'bodies' | 'spellBody'>,
): (req: Request, arrival: Arrival) => Promise<unknown> {
  if (!requestBody) return async () => undefined;
  const formats = bodies.filter(({ type }) => requestBody.content[type]);
  if (formats.length === 0)
    throw new Error(`${operationId} has no body format that this surface reads.`);
  return async (req, { rawBody }) => {
    const type = req.headers['content-type'];
    const format = hasBody(req.headers) ? formatOf(type, formats) : formats[0];
    const bytes = await rawBody();
    if (!format || (bytes === undefined && !requestBody.required)) return undefined;
    const given = bytes === undefined ? undefined : await bodyValueOf(bytes, format, type);
    if (!isObject(given))
      throw new AppError('validation-failed', say('sendAsBody', { expected: format.expected }), {
        fields: { body: [say('mustBe', { expected: format.expected })] },
      });
    const schema = requestBody.content[format.type]?.schema;
    // An answer can be sent back as it is: members that only the answer has are passed over.
    const answered = method === 'put' ? responses[200]?.content?.['application/json']?.schema : {};
    if (schema?.['x-refuses-unknown']) demandKnownMembers(schema, given, answered);
    return schema && spellBody ? spellBody(schema, given) : given;
  };
}
